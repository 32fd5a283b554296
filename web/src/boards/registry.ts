/** Which drawing belongs to which game, and what each draws itself: all other choices become buttons. */
import type { Component } from "svelte";
import type { Snapshot, View } from "../protocol";
import type { BoardProps } from "./board";
import { kindSign } from "./KindSign.svelte";
import Magic from "./Magic.svelte";
import MagicAbove from "./MagicAbove.svelte";
import MagicBelow from "./MagicBelow.svelte";
import { glyph } from "./MagicFigure.svelte";
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
import { ruleSign } from "./RuleSign.svelte";
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
  taken(view: View): number; // how many things have left the board
  lost?(view: View, seat: number): number; // how many things a seat has lost, to tell danger
  Account?: Component<SideProps>; // takes the place of the board when the match is over
  Picture?: Component<BoardProps<never>>; // for small pictures, where the board is more than one tray
  draws(view: View, id: string): boolean;
  sign?: { size: number; of(id: string): string }; // the drawing of a choice that becomes a button, on a square field
  shape?: "square" | "bench"; // how the tray is laid
  phone?: string; // the board's width and height on a phone
  course: { title: string; of(view: View, seat: number): number; begun?(view: View): boolean }; // what is drawn of a match that is over
  length: string; // how long a match takes
  line: string; // one line for the card
  how: [string, number][]; // the game in three steps, each with the number of its picture
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const CELL = /^[a-j]\d+$/;

export const DRAWINGS: Record<string, Drawing> = {
  potential: {
    Board: Potential as Drawing["Board"],
    Tally: PotentialTally as Drawing["Tally"],
    draws: (_view, id) => CELL.test(id),
    taken: (view) => (view.kind === "potential" ? sum(view.removed) : 0),
    lost: (view, seat) => (view.kind === "potential" ? (view.removed[seat] ?? 0) : 0),
    course: {
      title: "Pieces left",
      of: (view, seat) => (view.kind === "potential" ? view.pieces.filter((piece) => piece.seat === seat).length : 0),
    },
    length: "15 min",
    line: "Dice that charge by jumping. Too full or too empty, and they are gone.",
    how: [
      ["Jump a piece: yours charges, that one drains", 1],
      ["A piece moves as often as its charge says", 0],
      ["Drained, overcharged or leaked away: it is gone", 3],
    ],
  },
  struggle: {
    Board: Struggle as Drawing["Board"],
    Tally: StruggleTally as Drawing["Tally"],
    draws: (view, id) =>
      /^[a-g][1-7]$/.test(id) ||
      (view.kind === "struggle" &&
        view.rules.some((rule) => rule.name === id && rule.seat === view.mover) &&
        view.phase !== "pick"),
    taken: (view) => (view.kind === "struggle" ? view.captured.flat().length : 0),
    lost: (view, seat) => (view.kind === "struggle" ? (view.captured[seat]?.length ?? 0) : 0),
    course: {
      title: "Pieces left",
      of: (view, seat) => (view.kind === "struggle" ? view.pieces.filter((piece) => piece.seat === seat).length : 0),
    },
    sign: { size: 20, of: ruleSign },
    length: "20 min",
    line: "Take your white across the diamond, bending three rules of your choice.",
    how: [
      ["Choose three special rules and who carries them", 2],
      ["Step, or jump on and on: what you jump is taken", 0],
      ["Bring your white to the far end, or take theirs", 1],
    ],
    phone: "390 / 488",
  },
  potion_explosion: {
    Board: Potion as Drawing["Board"],
    Picture: PotionPicture as Drawing["Picture"],
    Above: PotionOthers,
    Account: PotionAccount,
    taken: (view) =>
      view.kind === "potion_explosion" ? -sum(view.tracks.map((track) => track.marbles.length + track.hidden)) : 0,
    shape: "bench",
    draws: (view, id) => {
      if (view.kind !== "potion_explosion") return false;
      const desk = view.desks.find((found) => found.seat === view.seat);
      const bottled = desk?.bottles.some((bottle) => bottle.kind === id && bottle.drunk < bottle.points.length);
      return /^([a-e][1-9]|stack\d|burner\d)$/.test(id) || !!desk?.pool.includes(id) || !!bottled;
    },
    course: {
      title: "Points",
      of: (view, seat) =>
        view.kind === "potion_explosion" ? (view.desks.find((desk) => desk.seat === seat)?.points ?? 0) : 0,
    },
    sign: { size: 24, of: kindSign },
    length: "40 min",
    line: "Pull one marble, let the others collide, brew with what you catch.",
    how: [
      ["Take one marble from a track", 3],
      ["Equals that meet explode: all yours", 0],
      ["Fill a recipe, then drink it or keep it", 1],
    ],
    phone: "390 / 576",
  },
  potus: {
    Board: Potus as Drawing["Board"],
    Tally: PotusTally as Drawing["Tally"],
    Above: PotusBattle,
    taken: (view) => (view.kind === "potus" ? sum(view.sides.map((side) => side.scored)) : 0),
    draws: (_view, id) => /^[a-h][1-8]$/.test(id),
    course: { title: "Money", of: (view, seat) => (view.kind === "potus" ? (view.sides[seat]?.money ?? 0) : 0) },
    length: "30 min",
    line: "Presidents fight on paper, your tokens run across the aisle.",
    how: [
      ["Two Presidents meet: each category won is a movement", 3],
      ["Cross the aisle and convert your Turncoats", 0],
      ["Bring them home for money; Advocates hit back", 1],
    ],
  },
  magic_potion: {
    Board: Magic as Drawing["Board"],
    Tally: MagicTally as Drawing["Tally"],
    Above: MagicAbove,
    Below: MagicBelow,
    Eyebrow: MagicOrder,
    brief: true,
    taken: (view) =>
      view.kind === "magic_potion" ? view.figures.filter((figure) => figure.life === "dead").length : 0,
    draws: (_view, id) => /^[a-g][1-7]$/.test(id),
    course: {
      title: "Health",
      begun: (view) =>
        view.kind === "magic_potion" && view.figures.filter((figure) => figure.seat !== null).length === 6,
      of: (view, seat) =>
        view.kind === "magic_potion"
          ? view.figures.filter((figure) => figure.seat === seat).reduce((total, figure) => total + figure.health, 0)
          : 0,
    },
    sign: { size: 32, of: glyph },
    length: "40 min",
    line: "Three heroes, secret items, dice for strength. The whole recipe wins.",
    how: [
      ["Pick three characters and hide your recipe piece", 2],
      ["Move and gather items", 0],
      ["Fight for all three pieces, near or far", 1],
    ],
  },
};

export function drawingOf(game: string): Drawing {
  return DRAWINGS[game] ?? DRAWINGS.potential!;
}
