/** The page's line to the table in its worker: as `fetch` and `WebSocket` are the line to a server. */
import { t } from "../lib/say";
import type { Wire } from "../lib/socket";
import type { FromTable, Kernel, ToTable } from "./messages";

export type Phase = "waiting" | "loading" | "starting" | "ready" | "elsewhere" | "failed";

/** How far the table is. */
export const table = $state({
  phase: "waiting" as Phase,
  part: 0, // of what is to be loaded
  trouble: "", // the name of what went wrong
  reason: "",
  milliseconds: 0, // that it took to open
  snapshot: false, // from the memory that was kept
  heap: 0,
  unread: 0, // matches kept here that cannot be read
});

let worker: Worker | null = null;
let count = 0;
const asked = new Map<number, (answer: Response) => void>();
const wires = new Map<number, PageWire>();
const early: ToTable[] = []; // what was asked before there was a table

function say(message: ToTable): void {
  if (worker) worker.postMessage(message);
  else early.push(message);
}

export function open(kernel: Kernel): void {
  worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromTable>) => hear(data);
  worker.onerror = (event) => fail("Error", event.message || t("its worker did not start"));
  Object.assign(table, { phase: "loading", part: 0, trouble: "" });
  worker.postMessage({ do: "open", kernel } satisfies ToTable);
  for (const message of early.splice(0)) worker.postMessage(message);
}

/** End the table in this tab: another has taken it over. */
export function close(): void {
  worker?.terminate();
  worker = null;
  table.phase = "elsewhere";
  refuse();
}

function fail(name: string, reason: string): void {
  Object.assign(table, { phase: "failed", trouble: name, reason });
  refuse();
}

const isGone = () => table.phase === "failed" || table.phase === "elsewhere";

/** Say that there is no table in this tab, as a table refuses. */
function refusal(): Response {
  const sentence =
    table.phase === "elsewhere" ? t("Potluck is open in another tab.") : t("The table did not open in this browser.");
  return new Response(JSON.stringify({ type: "refusal", code: "failed", sentence }), { status: 503 });
}

/** Answer everybody who waits, and end all lines. */
function refuse(): void {
  for (const answer of asked.values()) answer(refusal());
  asked.clear();
  for (const wire of [...wires.values()]) wire.end();
}

function hear(said: FromTable): void {
  switch (said.is) {
    case "loading":
      return void (table.part = said.part);
    case "starting":
      return void (table.phase = "starting");
    case "ready":
      return void Object.assign(table, { ...said, phase: "ready" });
    case "failed":
      return fail(said.name, said.reason);
    case "message":
      return wires.get(said.viewer)?.hear(said.text);
    case "answer":
      asked.get(said.number)?.(
        new Response(said.text, { status: said.status, headers: { "Content-Type": said.type } }),
      );
      asked.delete(said.number);
  }
}

/** Ask the table, as `fetch` asks a server. */
export function send(method: string, address: string, init: RequestInit): Promise<Response> {
  if (isGone()) return Promise.resolve(refusal());
  return new Promise((answer) => {
    asked.set(++count, answer);
    say({ do: "ask", number: count, method, address, body: typeof init.body === "string" ? init.body : "" });
  });
}

/** Be a line to a match, as a WebSocket is. */
class PageWire implements Wire {
  readyState = 0;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private readonly viewer = ++count;

  constructor(address: string) {
    wires.set(this.viewer, this);
    if (isGone()) queueMicrotask(() => this.end());
    else say({ do: "enter", viewer: this.viewer, address });
  }

  send(text: string): void {
    say({ do: "hear", viewer: this.viewer, text });
  }

  close(): void {
    if (wires.delete(this.viewer)) say({ do: "leave", viewer: this.viewer });
    this.readyState = 3;
  }

  hear(text: string): void {
    if (!text) return this.end();
    if (this.readyState === 0) {
      this.readyState = 1;
      this.onopen?.({} as never);
    }
    this.onmessage?.({ data: text });
  }

  end(): void {
    wires.delete(this.viewer);
    this.readyState = 3;
    this.onclose?.({ code: 1001 });
  }
}

export function wire(address: string): Wire {
  return new PageWire(address);
}
