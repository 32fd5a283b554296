/** What moves where between two views: things keep their identity, and the drawing moves what has moved. */
import type { Step } from "../protocol";
import type { Pace } from "./settings.svelte";

/** A thing on the board, as far as following it needs to know. */
export interface Place {
  at: string; // where it is
  kind: string; // things of one kind may be taken for one another
}

/** A thing with the key under which it was drawn before. */
export type Keyed<T> = T & { key: string };

/** Give each thing the key it had: by where the steps say it came from, by where it stands, or by its kind. */
export function follow<T extends Place>(before: Keyed<T>[], now: T[], steps: Step[] = []): Keyed<T>[] {
  const left = new Set(before);
  const found = new Map<T, string>();
  const match = (thing: T, test: (old: Keyed<T>) => boolean) => {
    if (found.has(thing)) return;
    for (const old of left) {
      if (old.kind !== thing.kind || !test(old)) continue;
      found.set(thing, old.key);
      left.delete(old);
      return;
    }
  };
  const origins = cameFrom(steps);
  for (const thing of now) {
    const origin = origins.get(thing.at);
    if (origin) match(thing, (old) => old.at === origin);
  }
  for (const thing of now) match(thing, (old) => old.at === thing.at);
  for (const thing of now) match(thing, () => true);
  const used = new Set(before.map((old) => old.key));
  return now.map((thing) => ({ ...thing, key: found.get(thing) ?? fresh(thing, used) }));
}

/** Tell for the end of each way that was gone where it began. */
function cameFrom(steps: Step[]): Map<string, string> {
  const origins = new Map<string, string>();
  for (const step of steps) {
    const start = step.path[0];
    const end = step.path[step.path.length - 1];
    if (start === undefined || end === undefined || start === end) continue;
    origins.set(end, origins.get(start) ?? start);
    origins.delete(start);
  }
  return origins;
}

/** Make a key that no other thing has. */
function fresh(thing: Place, used: Set<string>): string {
  let number = 0;
  while (used.has(`${thing.kind}#${number}`)) number += 1;
  const key = `${thing.kind}#${number}`;
  used.add(key);
  return key;
}

/** A number of a thing that has changed. */
export interface Gain {
  key: string;
  at: string;
  by: number;
}

/** Tell whose number has changed by how much, among the things that stay. */
export function gains<T extends Place>(before: Keyed<T>[], now: Keyed<T>[], of: (thing: T) => number): Gain[] {
  const old = new Map(before.map((thing) => [thing.key, of(thing)]));
  return now.flatMap((thing) => {
    const by = of(thing) - (old.get(thing.key) ?? of(thing));
    return by ? [{ key: thing.key, at: thing.at, by }] : [];
  });
}

/** Follow a column of things that fall down: the longest row of kinds common to both keeps its keys. */
export function fall<T extends { kind: string }>(before: Keyed<T>[], now: T[], name: string): Keyed<T>[] {
  const rows = before.length + 1;
  const columns = now.length + 1;
  const length = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      length[i]![j] =
        before[i]!.kind === now[j]!.kind
          ? length[i + 1]![j + 1]! + 1
          : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
  const used = new Set(before.map((old) => old.key));
  const keyed: Keyed<T>[] = [];
  let i = 0;
  for (let j = 0; j < now.length; j++) {
    const thing = now[j]!;
    while (i < before.length && before[i]!.kind !== thing.kind && length[i + 1]![j]! >= length[i]![j + 1]!) i += 1;
    const same = i < before.length && before[i]!.kind === thing.kind;
    keyed.push({ ...thing, key: same ? before[i]!.key : fresh({ at: "", kind: `${name}${thing.kind}` }, used) });
    if (same) i += 1;
  }
  return keyed;
}

const PACES: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.5, once: 0 };
const STEP = 600; // milliseconds for one step of somebody else

/** Say how long a position is shown before the next one, in milliseconds; a moment to be watched takes its own time. */
export function showFor(pace: Pace, mine: boolean, moment = 0): number {
  if (moment) return Math.max(STEP, moment) * PACES[pace];
  return mine ? 260 : STEP * PACES[pace]; // an own move only slides
}
