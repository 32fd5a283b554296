/** The compiled rules in a worker: Pyodide, then our libraries; the memory of a started Python is kept for later. */
import type { Kernel } from "./messages";

/** As much of Pyodide as is used here. */
export interface Python {
  runPython(code: string): unknown;
  pyimport(name: string): Record<string, (...given: unknown[]) => unknown>;
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
  };
  makeMemorySnapshot(): Uint8Array;
  _module: { HEAP8: Int8Array };
}

const LIBRARY = "python_stdlib.zip"; // what Pyodide asks for
const LENGTH = "Potluck-Length"; // of the memory that was kept
const PACKAGES = "/lib/python3.13/site-packages";
// What is imported before the memory is kept: of the standard library alone, as libraries of ours cannot be kept.
const FIRST = `import __future__, asyncio, base64, collections.abc, dataclasses, datetime, decimal, enum, fractions
import functools, hashlib, hmac, inspect, json, logging, numbers, pathlib, random, re, secrets, shutil, statistics
import tempfile, traceback, typing, unicodedata, urllib.parse, uuid, zipfile, zlib`;

const plainFetch = fetch.bind(globalThis);

/** Count what is loaded, so that the page can say how far it is. */
function counting(total: number, tell: (part: number) => void): (answer: Response) => Response {
  let loaded = 0;
  return (answer) => {
    if (!answer.body) return answer;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        loaded += piece.length;
        tell(Math.min(1, loaded / total));
        controller.enqueue(piece);
      },
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(counter), { status, statusText, headers });
  };
}

const nameOf = (kernel: Kernel) => `potluck-memory-${kernel.version}`;

/** Find the memory that was kept; what is not as long as it was says nothing. */
async function kept(kernel: Kernel): Promise<ArrayBuffer | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const found = await caches.match(`${kernel.folder}memory`, { cacheName: nameOf(kernel) });
  const memory = await found?.arrayBuffer();
  return found?.headers.get(LENGTH) === String(memory?.byteLength) ? memory : undefined;
}

/** Keep the memory of a Python that has started; one of another build is thrown away. */
async function keep(kernel: Kernel, memory: Uint8Array): Promise<void> {
  if (!("caches" in globalThis)) return;
  const name = nameOf(kernel);
  for (const other of await caches.keys()) {
    if (other.startsWith("potluck-memory-") && other !== name) await caches.delete(other);
  }
  const headers = { [LENGTH]: String(memory.length) };
  const whole = new Response(memory as Uint8Array<ArrayBuffer>, { headers });
  await (await caches.open(name)).put(`${kernel.folder}memory`, whole);
}

/** What a module that only carries something has under each name; tools/make_site.py writes it. */
type Sections = Map<string, Uint8Array<ArrayBuffer>>;

async function unpack(loaded: Promise<Response>): Promise<Sections> {
  const answer = await loaded;
  if (!answer.ok) throw new Error(`the rules were not found (${answer.status})`);
  return sectionsOf(new Uint8Array(await answer.arrayBuffer()));
}

/** Find the sections of a module without a copy of them, which compiling it would make. */
export function sectionsOf(module: Uint8Array<ArrayBuffer>): Sections {
  const found: Sections = new Map();
  let at = 8; // after the magic number and the version
  const number = (): number => {
    const byte = module[at++]!;
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  while (at < module.length) {
    at++; // its kind: all are custom ones
    const length = number();
    const end = at + length;
    const size = number();
    const name = new TextDecoder().decode(module.subarray(at, at + size));
    found.set(name, module.subarray(at + size, end));
    at = end;
  }
  return found;
}

/** Put our libraries, Python and data where Python finds them. */
function install(python: Python, sections: Sections): void {
  const files = sections.get("files")!;
  const index = JSON.parse(new TextDecoder().decode(sections.get("index"))) as [string, number][];
  let at = 0;
  for (const [name, size] of index) {
    const path = `${PACKAGES}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, files.subarray(at, (at += size)), { canOwn: true });
  }
  python.runPython("import sys; sys.path_importer_cache.clear()"); // what it saw there before
}

export interface Started {
  python: Python;
  snapshot: boolean;
}

/** Start from the memory that was kept; without it, or if it was damaged, from the beginning. */
export async function start(kernel: Kernel, tell: (part: number) => void = () => {}): Promise<Started> {
  const rules = plainFetch(`${kernel.folder}kernel.wasm`); // on its way while the memory is looked for
  rules.catch(() => {}); // whoever waits for it is told
  const memory = await kept(kernel).catch(() => undefined);
  // What was kept is there at once; and browsers keep compiled code only of what comes to them as it was loaded.
  const count = memory ? (answer: Response) => answer : counting(kernel.bytes, tell);
  const carried = unpack(rules.then(count));
  globalThis.fetch = async (address, init) =>
    String(address).endsWith(LIBRARY)
      ? new Response((await carried).get("python"))
      : count(await plainFetch(address, init));
  const { loadPyodide } = (await import(/* @vite-ignore */ `${kernel.folder}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Python>;
  };
  const how = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: kernel.folder, ...how });
  if (!memory) {
    python.runPython(FIRST);
    keep(kernel, python.makeMemorySnapshot()).catch(() => {}); // a full disk: it starts slower next time
  }
  install(python, await carried);
  return { python, snapshot: memory !== undefined };
}
