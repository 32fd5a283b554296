/** What every board is given, and what the boards share. */
import { t } from "../lib/say";
import type { Pick } from "../lib/choices";
import type { Choice, Preview, Snapshot, Step, View } from "../protocol";

/** What a board draws and whom it tells. */
export interface BoardProps<V extends View> {
  view: V;
  near?: number; // the seat that sits at the near edge
  you?: number | null; // the seat of whoever looks, for names: "your piece"
  names?: string[];
  steps?: Step[]; // of the turn under way
  last?: Step[][]; // by seat: of its last turn
  fresh?: Step[]; // what led here from the position before
  picks?: Map<string, Pick>;
  taken?: string[];
  aim?: string | null; // the thing pointed at, or touched once
  previews?: Map<number, Preview>;
  refused?: string; // the thing that was clicked in vain
  sending?: Choice | null;
  still?: boolean; // a picture: nothing can be clicked
  small?: boolean; // a phone
  tiny?: boolean; // a picture so small that words on it could not be read
  onpick?: (id: string, touch: boolean) => void;
  onpoint?: (id: string | null) => void;
}

/** Gather what a board needs from the table. */
export function lastEnds(last: Step[][], steps: Step[], to_move: number): Step[] {
  const other = last.flatMap((own, seat) => (seat === to_move ? [] : own));
  const found = other.length ? other : last.flat();
  return steps.length && steps[steps.length - 1]!.seat !== to_move ? steps : found;
}

/** Whose piece went which way: the squares it stood on. */
export interface Way {
  seat: number;
  cells: string[];
}

/** Join steps into ways: a step that begins where the one of the same seat before it ended goes on with it. */
export function waysOf<S extends { seat: number }>(steps: S[], pathOf: (step: S) => string[]): Way[] {
  const ways: Way[] = [];
  for (const step of steps) {
    const path = pathOf(step);
    const last = ways[ways.length - 1];
    if (last?.seat === step.seat && last.cells[last.cells.length - 1] === path[0]) last.cells.push(...path.slice(1));
    else if (path.length) ways.push({ seat: step.seat, cells: [...path] });
  }
  return ways;
}

/** Find what a pick that decides would lead to, where the table has told it. */
export function viewAfter<V extends View>(pick: Pick | undefined, previews: Map<number, Preview>): V | null {
  return ((pick?.final && previews.get(pick.choices[0]!.move)?.view) || null) as V | null;
}

/** Tell whether a choice would make grow what a seat has lost: a count, or a list of things. */
export function costs(preview: Preview | null | undefined, field: string | undefined, seat: number): boolean {
  const size = (value: unknown) => (Array.isArray(value) ? value.length : Number(value));
  return !!preview?.changes.some(
    ({ path, before, after }) => path[0] === field && path[1] === seat && size(after) > size(before),
  );
}

/** The two strokes of the light round a thing: dark below, bright above; wider round what is held. */
export function pens(held: boolean): { w: number; c: string }[] {
  return [
    { w: held ? 7 : 4.5, c: "var(--lit-ink)" },
    { w: held ? 4 : 2.4, c: "var(--lit)" },
  ];
}

/** Name the seat that sits near: the viewer's, or seat 0. */
export function nearSeat(snapshot: Snapshot): number {
  const shared = snapshot.mine.length > 1 && !snapshot.curtain; // one screen for all: the board lies still
  if (shared) return snapshot.mine[0]!;
  return snapshot.viewer >= 0 ? snapshot.viewer : 0;
}

/** Call a seat's thing: "your", "Guest's". */
export function whose(seat: number, you: number | null | undefined, names: string[] | undefined): string {
  if (seat === you) return t("your");
  return names?.[seat] ? t("{0}'s", names[seat]) : seat === 0 ? t("near") : t("far");
}
