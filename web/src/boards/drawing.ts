/** What the page needs to know of a game to draw it; each game says it in the `drawing.ts` of its folder. */
import type { Component } from "svelte";
import type { IconName } from "../parts/icons";
import type { Moment } from "../lib/table.svelte";
import type { LogLine, Snapshot, Step, Thing, View } from "../protocol";
import type { BoardProps } from "./board";

/** What the parts beside a board are given. */
export interface SideProps<V extends View> {
  snapshot: Snapshot;
  view: V;
  seat: number;
  names: string[];
}

/** A small drawing in lines, on a square field. */
export interface Sign {
  size: number;
  svg: string;
}

/** How a choice that the board does not draw looks as a button. */
export interface Button {
  icon?: IconName;
  sign?: Sign; // of the game's own
  words?: string; // for several choices together
  figures?: string; // the numbers of what is chosen, on its card
  main?: boolean; // what one does most often
}

/** What is drawn of a match that is over: a count of each seat, turn by turn. */
export interface Course<V extends View> {
  title: string;
  of(view: V, seat: number): number;
  begun?(view: V): boolean; // from where on it is drawn
}

export interface Drawing<V extends View = View> {
  Board: Component<BoardProps<V>>;
  Tool: Component<{ name: string; view: V }>; // a thing that the editor can place, about the middle of its group
  Tally?: Component<{ view: V; seat: number }>;
  Above?: Component<SideProps<V>>; // between the far strip and the slip
  Below?: Component<SideProps<V>>; // between the slip and the near strip
  Eyebrow?: Component<SideProps<V>>; // first in the slip
  Account?: Component<SideProps<V>>; // takes the place of the board when the match is over
  Sums?: Component<SideProps<V>>; // in the slip when the match is over: how what counts came together
  Picture?: Component<BoardProps<V>>; // for small pictures, where the board is more than one tray
  moments?(before: V, now: V, lines: LogLine[], steps: Step[]): Moment[]; // what is worth stopping for
  Moment?: Component<SideProps<V> & { moment: Moment }>; // how it is drawn
  Defs?: Component; // what its drawings refer to, once for the whole page
  chance?: boolean; // something is drawn or rolled in every match
  brief?: boolean; // the log is one line, and opens
  shape?: "bench"; // how the tray is laid, if not as a square
  phone?: string; // the board's width and height on a phone
  sides?: boolean; // the sides have names that mean something, as colours do; "near" and "far" are seen
  card(view: V, id: string): (string | Thing)[]; // what lies at a thing of the board, by its names in the game's words
  draws(view: V, id: string): boolean; // whether a thing can be clicked on the board; all others become buttons
  button?(id: string, view: V): Button;
  taken(view: V): number; // how many things have left the board, which can be heard
  rolled?(step: Step): boolean; // whether chance rolled a die, which can be heard
  lost?: string; // the field that holds, by seat, what each has lost: where it grows there is danger
  course: Course<V>;
  minutes: number; // that a match takes
  line: string; // one line for the card
  how: [string, number][]; // the game in three steps, each with the number of its picture
}

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
