/** What lies on a space of Struggle, or is listed beside it, by its names in the game's words. */
import type { StruggleView, Thing } from "../../protocol";

const row = (cell: string) => cell.charCodeAt(0) - 97 + Number(cell[1]) - 1;
const PRINTS: Record<number, string> = {
  0: "start",
  1: "home",
  2: "home",
  3: "zap",
  9: "zap",
  10: "home",
  11: "home",
  12: "start",
};

/** Explain a rule; one that players wrote explains itself. */
function rule(view: StruggleView, name: string): string | Thing {
  const own = [...view.rules, ...view.choosable].find((found) => found.name === name && found.file);
  return own ? { name: own.title, effect: own.text, ruling: "" } : name;
}

export function card(view: StruggleView, id: string): (string | Thing)[] {
  if (!/^[a-g][1-7]$/.test(id)) return [rule(view, id.replace(/^far-/, ""))];
  const piece = view.pieces.find((found) => found.cell === id);
  const tower = view.built.find((found) => found.cell === id);
  const marks = [
    ...(view.built.some((found) => found.reach.includes(id)) ? ["reach"] : []),
    ...(view.entered.includes(id) ? ["entered"] : []),
    ...(view.left === id ? ["left"] : []),
  ];
  if (tower) return ["built", "levels", ...marks];
  if (!piece) return [PRINTS[row(id)] ?? "space", ...marks];
  return [
    piece.colour,
    ...piece.rules.map((name) => rule(view, name)),
    ...(piece.active ? ["active"] : []),
    ...(piece.granted ? ["granted"] : []),
    ...(piece.lame ? ["lame"] : []),
    ...marks,
  ];
}
