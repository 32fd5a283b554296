import { word } from "../../lib/say";
import type { PotentialView } from "../../protocol";
import { sum, type Drawing } from "../drawing";
import { card } from "./cards";
import Potential from "./Potential.svelte";
import PotentialTally from "./PotentialTally.svelte";
import Tool from "./Tool.svelte";

export const potential: Drawing<PotentialView> = {
  Board: Potential,
  Tool,
  Tally: PotentialTally,
  card,
  draws: (_view, id) => /^[a-j]\d+$/.test(id),
  taken: (view) => sum(view.removed),
  lost: "removed",
  course: {
    title: word("Pieces left"),
    of: (view, seat) => view.pieces.filter((piece) => piece.seat === seat).length,
  },
  minutes: 15,
  line: word("Dice that charge by jumping. Too full or too empty, and they are gone."),
  how: [
    [word("Jump a piece: yours charges, that one drains"), 1],
    [word("A piece moves as often as its charge says"), 0],
    [word("Drained, overcharged or leaked away: it is gone"), 3],
  ],
};
