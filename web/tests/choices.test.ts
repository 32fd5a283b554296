import { describe, expect, it } from "vitest";
import { arrange, click, following, keep, picks } from "../src/lib/choices";
import type { Choice } from "../src/protocol";

const choice = (move: number, ...path: string[]): Choice => ({
  move,
  path,
  text: path.join("-"),
  label: path.join(" to "),
});
const CHOICES = [
  choice(1, "c3", "d4"),
  choice(2, "c3", "c4"),
  choice(3, "e5", "e6"),
  choice(4, "stop"),
  choice(5, "d3", "d4", "A"),
  choice(6, "d3", "d4", "C"),
];

describe("choices", () => {
  it("keeps those that begin with the clicks taken", () => {
    expect(following(CHOICES, ["c3"]).map((found) => found.move)).toEqual([1, 2]);
    expect(following(CHOICES, ["c3", "d4"]).map((found) => found.move)).toEqual([1]);
    expect(following(CHOICES, ["x"])).toEqual([]);
  });

  it("offers the next things of the paths, final when one choice is left", () => {
    const found = picks(CHOICES, []);
    expect([...found.keys()]).toEqual(["c3", "e5", "stop", "d3"]);
    expect([...found.values()].map((pick) => pick.final)).toEqual([false, true, true, false]);
    expect([...picks(CHOICES, ["d3"]).keys()]).toEqual(["d4"]);
    expect(picks(CHOICES, ["d3", "d4"]).get("A")?.final).toBe(true);
  });

  it("sends a choice as soon as one is left", () => {
    expect(click(CHOICES, [], "stop")).toEqual({ kind: "choose", choice: CHOICES[3] });
    expect(click(CHOICES, [], "e5")).toEqual({ kind: "choose", choice: CHOICES[2] });
    expect(click(CHOICES, ["c3"], "c4")).toEqual({ kind: "choose", choice: CHOICES[1] });
  });

  it("goes on, or begins anew at another thing", () => {
    expect(click(CHOICES, [], "c3")).toEqual({ kind: "go on", taken: ["c3"] });
    expect(click(CHOICES, ["c3"], "d3")).toEqual({ kind: "go on", taken: ["d3"] });
  });

  it("refuses with the whole path, so that the table can say why", () => {
    expect(click(CHOICES, ["c3"], "a1")).toEqual({ kind: "refuse", path: ["c3", "a1"] });
    expect(click([], [], "a1")).toEqual({ kind: "refuse", path: ["a1"] });
  });

  it("drops clicks that a new position no longer offers", () => {
    expect(keep(CHOICES, ["c3"])).toEqual(["c3"]);
    expect(keep(CHOICES, ["h8"])).toEqual([]);
  });
});

describe("arrange", () => {
  it("keeps every button where it was, and never puts another one under the pointer", () => {
    expect(arrange([], ["a", "b"])).toEqual(["a", "b"]);
    expect(arrange(["a", "b", "c"], ["c", "b"])).toEqual(["", "b", "c"]);
    expect(arrange(["a", "b"], ["b", "c"])).toEqual(["c", "b"]);
    expect(arrange(["a", "b"], ["b", "c"], "a")).toEqual(["", "b", "c"]);
    expect(arrange(["a", "b"], ["a"])).toEqual(["a"]);
  });

  it("brings a button back to where it was in this turn", () => {
    const homes = {};
    expect(arrange([], ["a", "b"], "", homes)).toEqual(["a", "b"]);
    expect(arrange(["a", "b"], ["c"], "b", homes)).toEqual(["c"]);
    expect(arrange(["c"], ["b"], "c", homes)).toEqual(["", "b"]);
    expect(arrange(["", "b"], ["d", "b"], "x", homes)).toEqual(["d", "b"]);
    expect(arrange([], ["e"], "", { e: 5 })).toEqual(["e"]); // not behind a row of gaps
  });
});
