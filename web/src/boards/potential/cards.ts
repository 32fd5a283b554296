/** What lies on a square of Potential, by its names in the game's words. */
import type { PotentialView } from "../../protocol";

const isEdge = (cell: string) => /^[aj]|^.(1|10)$/.test(cell);

export function card(view: PotentialView, id: string): string[] {
  const piece = view.pieces.find((found) => found.cell === id);
  if (!piece) return isEdge(id) ? ["edge"] : ["square"];
  return [
    "piece",
    ...(piece.active ? ["active", "owed"] : []),
    ...(view.barred === id ? ["barred"] : []),
    ...(piece.leaks ? ["leaks", "edge"] : []),
    ...(piece.charge === view.max_charge ? ["max_charge"] : []),
  ];
}
