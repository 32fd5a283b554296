import { expect, test } from "vitest";
import { branches, cut, kept, packed, promote, unpacked, wayTo, type Kept, type Node } from "../src/lib/tree";
import { Damaged, read, write } from "../src/lib/variations";
import type { Studied } from "../src/protocol";

let id = 0;
function node(text: string, children: Node[] = [], comment = ""): Node {
  return { id: id++, text, seat: 0, told: text, comment, shown: { position: "a b\nc" } as Studied, as: -2, children };
}
const tree = () =>
  node("", [
    node("a1-a2", [node("b1-b2", [node("c1-c2")], "good; really")]),
    node("a1-a3", [node("x1-x2")]),
    node("d4"),
  ]);
const plain = (moves: Kept[]): Kept[] =>
  moves.map(({ m, c, n }) => ({ m, ...(c ? { c } : {}), ...(n?.length ? { n: plain(n) } : {}) }));

test("what is written is read again, with branches and comments", () => {
  const root = tree();
  const found = read(write("potential", { quiet_turns: 50, swift: true }, root));
  expect(found.game).toBe("potential");
  expect(found.options).toEqual({ quiet_turns: 50, swift: true });
  expect(found.position).toBe("a b c");
  expect(plain(found.moves)).toEqual(kept(root));
});

test.each([
  ["nonsense", "line 1"],
  ["Game: potential\nGame: potential", "line 2"],
  ["Game: potential\nRules: 1", "line 2"],
  ["Game: potential\nKind: analysis\n\n a1-a2", "line 4"],
  ["Game: potential\nKind: analysis\n\n    a1-a2", "line 4"],
])("a damaged text is refused with its line", (text, line) => {
  expect(() => read(text)).toThrow(Damaged);
  expect(() => read(text)).toThrow(line);
});

test("branches are counted, made the main line and cut off", () => {
  const root = tree();
  expect(branches(root)).toBe(2);
  const last = root.children[2]!;
  promote(root, last.id);
  expect(root.children[0]).toBe(last);
  expect(cut(root, last.id)).toBe(root);
  expect(branches(root)).toBe(1);
  const deep = root.children[0]!.children[0]!.children[0]!;
  expect(wayTo(root, deep.id).map((found) => found.text)).toEqual(["", "a1-a2", "b1-b2", "c1-c2"]);
});

test("a link carries an analysis, and a damaged one carries nothing", () => {
  const value = { game: "potential", moves: kept(tree()) };
  expect(unpacked(packed(value))).toEqual(value);
  expect(unpacked("%%%")).toBe(null);
  expect(unpacked("abc")).toBe(null);
});
