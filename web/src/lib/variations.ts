/** An analysis as a text: header lines, an empty line, a move a line. A branch is indented and begins with `or`. */
import { t } from "./say";
import type { Study } from "../protocol";
import type { Kept, Node } from "./tree";

export interface Analysis {
  game: string;
  options: Study["options"];
  position: string;
  moves: Kept[];
  lines: Map<Kept, number>; // where each move stands in the text
}

/** A text that is no analysis: which line, and why. */
export class Damaged extends Error {
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
  }
}

const HEADERS = ["Game", "Options", "Position", "Kind"];
const KIND = "analysis";
const OR = "or ";

/** Write an analysis. */
export function write(game: string, options: Study["options"], root: Node): string {
  const told = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const head = [
    `Game: ${game}`,
    `Kind: ${KIND}`,
    ...(told.length ? [`Options: ${told.join(", ")}`] : []),
    `Position: ${root.shown.position.split(/\s+/).join(" ")}`,
  ];
  return [...head, "", ...lines(root, 0)].join("\n") + "\n";
}

function lines(node: Node, depth: number): string[] {
  const [main, ...others] = node.children;
  if (!main) return [];
  const line = (child: Node, by: number) =>
    `${"  ".repeat(by)}${child.text}${child.comment ? ` ; ${child.comment.replace(/\s+/g, " ")}` : ""}`;
  const branches = others.flatMap((other) => [
    line({ ...other, text: `${OR}${other.text}` }, depth + 1),
    ...lines(other, depth + 1),
  ]);
  return [line(main, depth), ...branches, ...lines(main, depth)];
}

/** Read an analysis, or say which line is wrong. */
export function read(text: string): Analysis {
  const all = text.split(/\r?\n/);
  const split = all.findIndex((line) => !line.trim());
  const head = new Map<string, string>();
  all.slice(0, split < 0 ? all.length : split).forEach((line, place) => {
    const [, name, value] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    if (!name || !HEADERS.includes(name) || head.has(name))
      throw new Damaged(place + 1, t("expected a header, each once, of {0}", HEADERS.join(", ")));
    head.set(name, value!);
  });
  if (head.get("Kind") !== KIND || !head.get("Game"))
    throw new Damaged(1, t("expected Game: … and Kind: {0} before the first empty line", KIND));
  const options = Object.fromEntries((head.get("Options") ?? "").split(",").filter(Boolean).map(option));
  return { game: head.get("Game")!, options, position: head.get("Position") ?? "", ...readMoves(all, split) };
}

function option(text: string): [string, number | boolean | string] {
  const [name, value = ""] = text.trim().split("=");
  if (value === "true" || value === "false") return [name!, value === "true"];
  return [name!, /^-?\d+$/.test(value) ? Number(value) : value];
}

function readMoves(all: string[], split: number): { moves: Kept[]; lines: Map<Kept, number> } {
  const moves: Kept[] = [];
  const found = new Map<Kept, number>();
  // By depth: the moves to which the next one belongs, and those it would be a branch of.
  const open: { into: Kept[]; before: Kept[] }[] = [{ into: moves, before: moves }];
  all.forEach((line, place) => {
    if (place <= split || split < 0 || !line.trim()) return;
    const depth = /^ */.exec(line)![0].length / 2;
    const branch = line.trim().startsWith(OR);
    const above = open[depth - 1];
    if (!Number.isInteger(depth) || (branch ? !above?.before.length : depth >= open.length))
      throw new Damaged(place + 1, t("expected a move at the depth of the one above, or a branch: {0}…", OR));
    open.length = branch ? depth : depth + 1;
    if (branch) open.push({ into: above!.before, before: above!.before });
    const here = open[depth]!;
    const [text, comment] = split2(line.trim().slice(branch ? OR.length : 0));
    const kept: Kept = { m: text, n: [], ...(comment ? { c: comment } : {}) };
    here.into.push(kept);
    here.before = here.into;
    here.into = kept.n!;
    found.set(kept, place + 1);
  });
  return { moves, lines: found };
}

function split2(text: string): [string, string] {
  const at = text.indexOf(" ; ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 3)];
}
