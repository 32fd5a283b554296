/** Which drawing belongs to which game, and what each draws itself: all other choices become buttons. */
import type { Component } from "svelte";
import type { Snapshot, View } from "../protocol";
import type { BoardProps } from "./board";
import Magic from "./Magic.svelte";
import MagicAbove from "./MagicAbove.svelte";
import MagicBelow from "./MagicBelow.svelte";
import MagicOrder from "./MagicOrder.svelte";
import MagicTally from "./MagicTally.svelte";
import Potential from "./Potential.svelte";
import PotentialTally from "./PotentialTally.svelte";
import Potion from "./Potion.svelte";
import PotionAccount from "./PotionAccount.svelte";
import PotionOthers from "./PotionOthers.svelte";
import PotionPicture from "./PotionPicture.svelte";
import Potus from "./Potus.svelte";
import PotusBattle from "./PotusBattle.svelte";
import PotusTally from "./PotusTally.svelte";
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
  Eyebrow?: Component<SideProps>; // first in the slip
  brief?: boolean; // the log is one line, and opens
  lost?(view: View, seat: number): number; // how many things a seat has lost, to tell danger
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
    lost: (view, seat) => (view.kind === "potential" ? (view.removed[seat] ?? 0) : 0),
    length: "15 min",
    line: "Dice that charge by jumping. Too full or too empty, and they are gone.",
    how: ["Slide, or jump over a piece: you charge, an enemy drains", "A piece moves as often as its charge says", "Empty, overcharged or leaked away: it is off the board"],
  },
  struggle: {
    Board: Struggle as Drawing["Board"],
    Tally: StruggleTally as Drawing["Tally"],
    draws: (view, id) => /^[a-g][1-7]$/.test(id) || (view.kind === "struggle" && view.rules.some((rule) => rule.name === id && rule.seat === view.mover) && view.phase !== "pick"),
    lost: (view, seat) => (view.kind === "struggle" ? (view.captured[seat]?.length ?? 0) : 0),
    length: "20 min",
    line: "Take your white across the diamond, bending three rules of your choice.",
    how: ["Choose three special rules and who carries them", "Step, or jump on and on; what you jump is taken", "Bring your white to the far end, or take the other"],
    phone: "390 / 488",
  },
  potion_explosion: {
    Board: Potion as Drawing["Board"],
    Picture: PotionPicture as Drawing["Picture"],
    Above: PotionOthers,
    Account: PotionAccount,
    shape: "bench",
    draws: (view, id) => {
      if (view.kind !== "potion_explosion") return false;
      const desk = view.desks.find((found) => found.seat === view.seat);
      const bottled = desk?.bottles.some((bottle) => bottle.kind === id && bottle.drunk < bottle.points.length);
      return /^([a-e][1-9]|stack\d|burner\d)$/.test(id) || !!desk?.pool.includes(id) || !!bottled;
    },
    length: "40 min",
    line: "Pull one marble, let the others collide, brew with what you catch.",
    how: ["Take one marble from a track", "Equals that meet explode: all yours", "Fill a recipe, then drink it or keep it"],
    phone: "390 / 576",
  },
  potus: {
    Board: Potus as Drawing["Board"],
    Tally: PotusTally as Drawing["Tally"],
    Above: PotusBattle,
    draws: (_view, id) => /^[a-h][1-8]$/.test(id),
    length: "30 min",
    line: "Presidents fight on paper, your tokens run across the aisle.",
    how: ["Two Presidents are compared in four categories", "Each category won is a movement on the board", "Cross the aisle, convert Turncoats, score for money"],
  },
  magic_potion: {
    Board: Magic as Drawing["Board"],
    Tally: MagicTally as Drawing["Tally"],
    Above: MagicAbove,
    Below: MagicBelow,
    Eyebrow: MagicOrder,
    brief: true,
    draws: (_view, id) => /^[a-g][1-7]$/.test(id),
    length: "40 min",
    line: "Three heroes, secret items, dice for strength. The whole recipe wins.",
    how: ["Pick three characters, give them dice, hide your recipe", "Move, gather items, fight with as many dice as you dare", "Carry all three recipe pieces, or be the last alive"],
  },
};

export function drawingOf(game: string): Drawing {
  return DRAWINGS[game] ?? DRAWINGS.potential!;
}
