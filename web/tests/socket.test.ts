import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Socket, WAITS, commandId, type Hooks, type Line, type Wire } from "../src/lib/socket";
import type { Done, Refusal, Snapshot } from "../src/protocol";

class Fake implements Wire {
  static made: Fake[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Fake.made.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }

  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

const heard: { lines: Line[]; done: Done[]; refused: Refusal[]; snapshots: Snapshot[] } = {
  lines: [],
  done: [],
  refused: [],
  snapshots: [],
};
const hooks: Hooks = {
  line: (line) => heard.lines.push(line),
  done: (done) => heard.done.push(done),
  refused: (refusal) => heard.refused.push(refusal),
  snapshot: (snapshot) => heard.snapshots.push(snapshot),
};
const commands = () => last().sent.filter((message) => (message as { type: string }).type === "command");
const last = () => Fake.made[Fake.made.length - 1]!;

function connected(): Socket {
  const socket = new Socket(
    () => "ws://table",
    hooks,
    () => new Fake(),
  );
  socket.open();
  last().opens();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.made = [];
  heard.lines = [];
  heard.done = [];
  heard.refused = [];
  heard.snapshots = [];
});
afterEach(() => vi.useRealTimers());

describe("the socket", () => {
  it("makes command ids of 128 bits", () => {
    expect(commandId()).toMatch(/^[0-9a-f]{32}$/);
    expect(commandId()).not.toBe(commandId());
  });

  it("connects, hears, and says how the line is", () => {
    connected();
    last().says({ type: "snapshot", version: 3 });
    expect(heard.lines).toEqual(["connecting", "open"]);
    expect(heard.snapshots).toHaveLength(1);
  });

  it("keeps a command until the table has it on disk", () => {
    const socket = connected();
    const id = socket.command(7, { do: "move", move: 5 });
    expect(commands()).toEqual([{ type: "command", id, v: 7, a: { do: "move", move: 5 }, lag: 0 }]);
    expect(socket.waiting).toBe(1);
    last().says({ type: "done", id, version: 8 });
    expect(socket.waiting).toBe(0);
    expect(heard.done).toEqual([{ type: "done", id, version: 8 }]);
  });

  it("sends an unconfirmed command again with the same id after a reconnection, and a confirmed one never", () => {
    const socket = connected();
    const first = socket.command(1, { do: "move", move: 1 });
    last().says({ type: "done", id: first, version: 2 });
    const second = socket.command(2, { do: "move", move: 2 });
    last().breaks();
    expect(heard.lines).toContain("lost");
    vi.advanceTimersByTime(WAITS[0]! * 2);
    last().opens();
    expect(Fake.made).toHaveLength(2);
    expect(commands()).toEqual([{ type: "command", id: second, v: 2, a: { do: "move", move: 2 }, lag: 0 }]);
  });

  it("measures how far the table is, and says so with each command", () => {
    const socket = connected();
    expect(last().sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(140);
    last().says({ type: "pong", now: 0 });
    socket.command(1, { do: "move", move: 1 });
    expect(commands()[0]).toMatchObject({ lag: 140 });
  });

  it("forgets a refused command", () => {
    const socket = connected();
    const id = socket.command(1, { do: "move", move: 1 });
    last().says({ type: "refusal", code: "stale", sentence: "too late", ruling: "", id, version: 9 });
    expect(socket.waiting).toBe(0);
    expect(heard.refused).toHaveLength(1);
  });

  it("waits longer after each try, and tries at once when asked", () => {
    const socket = connected();
    last().breaks();
    for (let i = 0; i < 4; i++) {
      vi.advanceTimersByTime(10_000);
      last().breaks();
    }
    expect(socket.tries).toBe(5);
    const before = Fake.made.length;
    socket.now();
    expect(Fake.made).toHaveLength(before + 1);
  });

  it("drops a line that has gone silent", () => {
    connected();
    vi.advanceTimersByTime(70_000);
    expect(Fake.made.length).toBeGreaterThan(1);
  });

  it("says that it is lost until something comes through again, however many lines open", () => {
    const socket = connected();
    last().says({ type: "snapshot", version: 3 });
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(20_000);
      last().opens();
    }
    expect(heard.lines.filter((line) => line === "open")).toHaveLength(1);
    expect(heard.lines[heard.lines.length - 1]).toBe("lost");
    expect(socket.tries).toBeGreaterThan(1);
    last().says({ type: "pong", now: 0 });
    expect(heard.lines[heard.lines.length - 1]).toBe("open");
    expect(socket.tries).toBe(0);
  });

  it("listens no more to a line it has left, and stays closed once closed", () => {
    const socket = connected();
    const old = last();
    const hear = old.onmessage;
    socket.close();
    hear?.({ data: JSON.stringify({ type: "snapshot", version: 1 }) });
    vi.advanceTimersByTime(100_000);
    expect(Fake.made).toHaveLength(1);
    expect(heard.snapshots).toHaveLength(0);
    expect(heard.lines[heard.lines.length - 1]).toBe("closed");
  });
});
