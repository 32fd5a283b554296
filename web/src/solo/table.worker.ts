/** The table's worker: the rooms of the server, on a shelf in this browser. */
import { start } from "./kernel";
import type { FromTable, Kernel, ToTable } from "./messages";
import { Mind } from "./mind";
import { Shelf } from "./shelf";

interface Table {
  open(): Promise<number>;
  ask(method: string, address: string, body: string): Promise<string>;
  enter(viewer: number, address: string): void;
  hear(viewer: number, text: string): void;
  leave(viewer: number): void;
}

let ready: Promise<Table> | undefined;
const say = (message: FromTable) => postMessage(message);
const lastLine = (text: string) => text.trim().split("\n").at(-1)!; // of a traceback it says what went wrong

async function open(kernel: Kernel): Promise<Table> {
  const begun = performance.now();
  const starting = start(kernel, (part) => say({ is: "loading", part }));
  const [shelf, { python, snapshot }] = await Promise.all([Shelf.open(), starting]);
  say({ is: "starting" });
  const mind = new Mind(kernel);
  const post = (viewer: number, text: string) => say({ is: "message", viewer, text });
  const make = python.pyimport("potluck.table.solo.table").Solo as (...given: unknown[]) => Table;
  const table = make(
    {
      read: (folder: "heads", match = "") => shelf.read(folder, match),
      write: (changes: string) => shelf.write(changes),
    },
    { ask: (question: string) => mind.ask(question), end: () => mind.end() },
    post,
  );
  const unread = await table.open();
  say({ is: "ready", milliseconds: performance.now() - begun, snapshot, heap: python._module.HEAP8.length, unread });
  mind.begin();
  return table;
}

onmessage = async ({ data }: MessageEvent<ToTable>) => {
  if (data.do === "open") {
    ready = open(data.kernel);
    ready.catch(({ name, message }: Error) => say({ is: "failed", name, reason: lastLine(message) }));
    return;
  }
  const table = await ready!.catch(() => null);
  if (!table) return;
  if (data.do === "enter") table.enter(data.viewer, data.address);
  else if (data.do === "hear") table.hear(data.viewer, data.text);
  else if (data.do === "leave") table.leave(data.viewer);
  else {
    const { number } = data;
    const [status, type, text] = await table.ask(data.method, data.address, data.body).then(
      (answer) => JSON.parse(answer) as [number, string, string],
      (error: Error) => [503, "text/plain", error.message] as const,
    );
    say({ is: "answer", number, status, type, text });
  }
};
