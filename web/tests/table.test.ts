import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { Choice, FromClient, FromServer, Preview, Snapshot } from "../src/protocol";

const choice = (move: number, ...path: string[]): Choice => ({ move, path, text: path.join("-"), label: "" });
const preview = (move: number, about: Partial<Preview> = {}): Preview => ({
  type: "previewed",
  move,
  version: 1,
  view: null,
  changes: [],
  lines: [],
  at_least: false,
  hidden: false,
  ...about,
});
const CHOICES = [choice(1, "a1", "a2"), choice(2, "a1", "b1"), choice(3, "c3", "c4"), choice(4, "c3", "c5")];

/** A line to a table that answers only what a test lets it. */
class Line {
  static last: Line;
  readyState = 1;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close() {}
  say(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe("a table", () => {
  let table: Table;
  const asked = () => Line.last.sent.filter((message) => message.type === "preview" || message.type === "previews");

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Line);
    table = new Table("match", () => ({ taken: () => 0 }));
    table.open();
    const shown = { type: "snapshot", ply: 1, version: 1, log: [], log_from: 0, choices: CHOICES, mine: [0] };
    Line.last.say(shown as unknown as Snapshot);
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks once about all choices in sight", () => {
    expect(asked()).toEqual([]);
    table.click("a1");
    expect(asked()).toEqual([{ type: "previews", moves: [1, 2] }]);
    Line.last.say({ type: "previewed_all", version: 1, previews: [preview(1), preview(2)] });
    expect([...table.previews.keys()]).toEqual([1, 2]);
  });

  it("asks for the whole view of what is pointed at, and keeps it", () => {
    table.click("a1");
    table.point("a2");
    expect(asked()[1]).toEqual({ type: "preview", move: 1 });
    Line.last.say(preview(1, { view: { kind: "potential" } as Preview["view"] }));
    Line.last.say({ type: "previewed_all", version: 1, previews: [preview(1), preview(2)] });
    expect(table.preview?.view).toEqual({ kind: "potential" });
    vi.advanceTimersByTime(1000);
    table.point(null);
    table.point("a2");
    expect(asked()).toHaveLength(2);
  });

  it("asks about the latest thing pointed at, at a moderate pace", () => {
    table.click("a1");
    for (const id of ["a2", "b1", "a2", "b1"]) table.point(id);
    expect(asked().slice(1)).toEqual([{ type: "preview", move: 1 }]);
    vi.advanceTimersByTime(100);
    expect(asked().slice(1)).toEqual([
      { type: "preview", move: 1 },
      { type: "preview", move: 2 },
    ]);
  });

  it("says again what is meant whatever the position is, while others move", () => {
    const late = { type: "refusal", code: "stale", sentence: "the match has gone on", ruling: "", version: 7 } as const;
    const commands = () => Line.last.sent.filter((message) => message.type === "command");
    table.command({ do: "return" });
    Line.last.say({ ...late, id: commands().at(-1)!.id });
    expect(commands().map((message) => [message.v, message.a.do])).toEqual([
      [expect.any(Number), "return"],
      [7, "return"],
    ]);
    Line.last.say({ ...late, id: commands().at(-1)!.id, version: 8 });
    expect(commands().at(-1)).toMatchObject({ v: 8, a: { do: "return" } });
    for (let version = 9; version < 30; version++) Line.last.say({ ...late, id: commands().at(-1)!.id, version });
    expect(commands().length).toBe(9);
    expect(table.note?.sentence).toBe(late.sentence);
  });

  it("takes a question that was refused for nothing", () => {
    table.click("a1");
    table.send(CHOICES[0]!);
    Line.last.say({
      type: "refusal",
      code: "stale",
      sentence: "the match has gone on",
      ruling: "",
      id: "",
      version: 1,
    });
    expect(table.sending).toEqual(CHOICES[0]);
    expect(table.note).toBeNull();
  });
});
