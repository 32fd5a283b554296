import type { PotentialView } from "../../protocol";
import { sum, type Drawing } from "../drawing";
import Potential from "./Potential.svelte";
import PotentialTally from "./PotentialTally.svelte";

export const potential: Drawing<PotentialView> = {
  Board: Potential,
  Tally: PotentialTally,
  draws: (_view, id) => /^[a-j]\d+$/.test(id),
  taken: (view) => sum(view.removed),
  lost: "removed",
  course: {
    title: "Pieces left",
    of: (view, seat) => view.pieces.filter((piece) => piece.seat === seat).length,
  },
  length: "15 min",
  line: "Dice that charge by jumping. Too full or too empty, and they are gone.",
  how: [
    ["Jump a piece: yours charges, that one drains", 1],
    ["A piece moves as often as its charge says", 0],
    ["Drained, overcharged or leaked away: it is gone", 3],
  ],
};
