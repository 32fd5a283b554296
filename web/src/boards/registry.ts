/** Which drawing belongs to which game, and what each draws itself: all other choices become buttons. */
import type { Component } from "svelte";
import type { Snapshot, View } from "../protocol";
import type { BoardProps } from "./board";
import Potential from "./Potential.svelte";
import PotentialTally from "./PotentialTally.svelte";

export interface SideProps {
  snapshot: Snapshot;
  view: View;
  seat: number;
  names: string[];
}

export interface Drawing {
  Board: Component<BoardProps<never>>;
  Tally?: Component<{ view: never; seat: number }>;
  Above?: Component<SideProps>; // between the far strip and the slip
  Below?: Component<SideProps>; // between the slip and the near strip
  Account?: Component<SideProps>; // takes the place of the board when the match is over
  Picture?: Component<BoardProps<never>>; // for small pictures, where the board is more than one tray
  draws(view: View, id: string): boolean;
  shape?: "square" | "bench"; // how the tray is laid
  length: string; // how long a match takes
  line: string; // one line for the card
  how?: string[]; // the game in three steps
}

const CELL = /^[a-j]\d+$/;

export const DRAWINGS: Record<string, Drawing> = {
  potential: {
    Board: Potential as Drawing["Board"],
    Tally: PotentialTally as Drawing["Tally"],
    draws: (_view, id) => CELL.test(id),
    length: "15 min",
    line: "Dice that charge by jumping. Too full or too empty, and they are gone.",
  },
};

export function drawingOf(game: string): Drawing {
  return DRAWINGS[game] ?? DRAWINGS.potential!;
}
