import { describe, expect, it } from "vitest";
import { costs, waysOf } from "../src/boards/board";
import { drawingOf, UnknownGame } from "../src/boards/registry";
import type { Change, Preview } from "../src/protocol";

const preview = (...changes: Change[]) => ({ changes }) as Preview;

describe("drawings", () => {
  it.each(["potential", "struggle", "potion_explosion", "potus", "magic_potion"])("there is one of %s", (game) => {
    expect(drawingOf(game).how).toHaveLength(3);
  });

  it("an unknown game is an error", () => {
    expect(() => drawingOf("chess")).toThrow(UnknownGame);
    expect(() => drawingOf("constructor")).toThrow("constructor");
  });

  it("a game's own words say how its buttons look", () => {
    expect(drawingOf("struggle").button?.("stop", {} as never)).toEqual({ icon: "stop", main: true });
    expect(drawingOf("potion_explosion").button?.("help", { starters: [] } as never).words).toBe("Little Help");
    expect(drawingOf("potential").button).toBeUndefined();
  });
});

describe("danger", () => {
  it("is where what a seat has lost grows", () => {
    expect(costs(preview({ path: ["removed", 0], before: 1, after: 2 }), "removed", 0)).toBe(true);
    expect(costs(preview({ path: ["captured", 1], before: [], after: ["red"] }), "captured", 1)).toBe(true);
  });

  it("is not where another loses, nothing does, or nothing is known", () => {
    expect(costs(preview({ path: ["removed", 1], before: 1, after: 2 }), "removed", 0)).toBe(false);
    expect(costs(preview({ path: ["removed", 0], before: 2, after: 1 }), "removed", 0)).toBe(false);
    expect(costs(preview({ path: ["turn"], before: 1, after: 2 }), undefined, 0)).toBe(false);
    expect(costs(undefined, "removed", 0)).toBe(false);
  });
});

describe("the ways of the last turns", () => {
  const step = (seat: number, ...path: string[]) => ({ seat, path });

  it("join the steps of one seat, and keep the seats apart", () => {
    const steps = [step(0, "a1", "a2"), step(0, "a2", "a3"), step(1, "a3", "b3"), step(1, "d4")];
    expect(waysOf(steps, ({ path }) => path)).toEqual([
      { seat: 0, cells: ["a1", "a2", "a3"] },
      { seat: 1, cells: ["a3", "b3"] },
      { seat: 1, cells: ["d4"] },
    ]);
  });
});
