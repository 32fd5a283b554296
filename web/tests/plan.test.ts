import { describe, expect, it } from "vitest";
import { fall, follow, gains, showFor } from "../src/lib/plan";
import type { Step } from "../src/protocol";

const thing = (at: string, kind = "red") => ({ at, kind });
const step = (ply: number, ...path: string[]): Step => ({ ply, seat: 0, text: path.join("-"), path });
const keys = (things: { at: string; key: string }[]) =>
  Object.fromEntries(things.map((found) => [found.at, found.key]));

describe("follow", () => {
  const start = follow([], [thing("a1"), thing("b2"), thing("c3", "blue")]);

  it("gives every thing a key of its own", () => {
    expect(new Set(start.map((found) => found.key)).size).toBe(3);
  });

  it("keeps the key of what stays", () => {
    const next = follow(start, [thing("c3", "blue"), thing("a1"), thing("b2")]);
    expect(keys(next)).toEqual(keys(start));
  });

  it("follows a step, also among equals", () => {
    const next = follow(start, [thing("b3"), thing("a1"), thing("c3", "blue")], [step(0, "b2", "b3")]);
    expect(keys(next)).toEqual({ a1: keys(start).a1, b3: keys(start).b2, c3: keys(start).c3 });
  });

  it("follows several steps of one thing, and one that takes another's place", () => {
    const next = follow(
      start,
      [thing("b2"), thing("d4"), thing("c3", "blue")],
      [step(0, "b2", "c4"), step(1, "c4", "d4"), step(2, "a1", "b2")],
    );
    expect(keys(next).d4).toBe(keys(start).b2);
    expect(keys(next).b2).toBe(keys(start).a1);
  });

  it("lets go of what is taken and welcomes what is new", () => {
    const next = follow(start, [thing("a1"), thing("h8", "blue"), thing("g7", "blue")], []);
    expect(keys(next).a1).toBe(keys(start).a1);
    expect(keys(next).h8).toBe(keys(start).c3);
    expect(Object.values(keys(start))).not.toContain(keys(next).g7);
  });

  it("never takes one kind for another", () => {
    const next = follow(start, [thing("a1", "blue")], []);
    expect(next[0]!.key).toBe(keys(start).c3);
  });
});

describe("fall", () => {
  const column = (...kinds: string[]) => kinds.map((kind) => ({ kind }));
  const start = fall([], column("red", "blue", "red", "black"), "a");

  it("keeps those below a gap and lets those above it fall", () => {
    const next = fall(start, column("red", "red", "black", "yellow"), "a");
    expect(next.slice(0, 3).map((marble) => marble.key)).toEqual([start[0]!.key, start[2]!.key, start[3]!.key]);
    expect(start.map((marble) => marble.key)).not.toContain(next[3]!.key);
  });

  it("has keys that differ", () => {
    const next = fall(start, column("red", "red", "red", "red", "red"), "a");
    expect(new Set(next.map((marble) => marble.key)).size).toBe(5);
  });
});

describe("showFor", () => {
  it("gives each step of the others the same time, whatever waits; own moves only slide", () => {
    expect(showFor("normal", false)).toBe(600);
    expect(showFor("slow", false)).toBe(1200);
    expect(showFor("fast", false)).toBe(300);
    expect(showFor("normal", true)).toBeLessThan(300);
  });

  it("leaves time for what is worth watching, unless everything is wanted at once", () => {
    expect(showFor("normal", true, 3000)).toBe(3000);
    expect(showFor("once", false, 3000)).toBe(0);
  });
});

describe("gains", () => {
  const die = (at: string, charge: number) => ({ at, kind: "0", charge });

  it("tells whose number has changed, also of what has moved", () => {
    const before = follow([], [die("a1", 2), die("b2", 3)]);
    const now = follow(before, [die("c3", 4), die("a1", 1)], [step(0, "b2", "c3")]);
    expect(gains(before, now, (thing) => thing.charge).map(({ at, by }) => [at, by])).toEqual([
      ["c3", 1],
      ["a1", -1],
    ]);
  });

  it("says nothing of what is new", () => {
    expect(gains([], follow([], [die("a1", 2)]), (thing) => thing.charge)).toEqual([]);
  });
});
