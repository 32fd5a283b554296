/** Which drawing belongs to which game, and what each draws itself: all other choices become buttons. */
import type { Component } from "svelte";
import type { Snapshot, View } from "../protocol";
import type { BoardProps } from "./board";
import Potential from "./Potential.svelte";
import PotentialTally from "./PotentialTally.svelte";
import Struggle from "./Struggle.svelte";
import StruggleTally from "./StruggleTally.svelte";

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
  phone?: string; // the board's width and height on a phone
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
    how: ["Slide, or jump over a piece: you charge, an enemy drains", "A piece moves as often as its charge says", "Empty, overcharged or leaked away: it is off the board"],
  },
  struggle: {
    Board: Struggle as Drawing["Board"],
    Tally: StruggleTally as Drawing["Tally"],
    draws: (view, id) => /^[a-g][1-7]$/.test(id) || (view.kind === "struggle" && view.rules.some((rule) => rule.name === id && rule.seat === view.mover) && view.phase !== "pick"),
    length: "20 min",
    line: "Take your white across the diamond, bending three rules of your choice.",
    how: ["Choose three special rules and who carries them", "Step, or jump on and on; what you jump is taken", "Bring your white to the far end, or take the other"],
    phone: "390 / 488",
  },
};

export function drawingOf(game: string): Drawing {
  return DRAWINGS[game] ?? DRAWINGS.potential!;
}
