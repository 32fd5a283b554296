/** What a click means: each choice is a path of clicks, and a click keeps the choices whose path goes on with it. */
import type { Choice } from "../protocol";

/** One thing that may be clicked now. */
export interface Pick {
  id: string;
  choices: Choice[]; // those that this click would leave
  final: boolean; // the click decides: one choice is left
}

export type Click =
  | { kind: "choose"; choice: Choice } // send it
  | { kind: "go on"; taken: string[] } // more clicks are needed
  | { kind: "refuse"; path: string[] }; // no choice goes that way

/** Keep the choices whose path begins with the clicks taken. */
export function following(choices: Choice[], taken: string[]): Choice[] {
  return choices.filter((choice) => taken.every((id, place) => choice.path[place] === id));
}

/** List the things that may be clicked after the clicks taken. */
export function picks(choices: Choice[], taken: string[]): Map<string, Pick> {
  const found = new Map<string, Pick>();
  for (const choice of following(choices, taken)) {
    const id = choice.path[taken.length];
    if (id === undefined) continue;
    const pick = found.get(id);
    if (pick) pick.choices.push(choice);
    else found.set(id, { id, choices: [choice], final: false });
  }
  for (const pick of found.values()) pick.final = pick.choices.length === 1;
  return found;
}

/** Follow one click; a thing that begins another path may be clicked at any time. */
export function click(choices: Choice[], taken: string[], id: string): Click {
  for (const start of [taken, []]) {
    const pick = picks(choices, start).get(id);
    if (pick?.final) return { kind: "choose", choice: pick.choices[0]! };
    if (pick) return { kind: "go on", taken: [...start, id] };
  }
  return { kind: "refuse", path: [...taken, id] };
}

/** Drop clicks taken that no choice follows any more, as after a new position. */
export function keep(choices: Choice[], taken: string[]): string[] {
  return following(choices, taken).length ? taken : [];
}

/**
 * Give each button the place it had; one that comes back gets its old place, from `homes`, where all are noted.
 * New ones fill places that came free, but not the one that was pressed last.
 */
export function arrange(before: string[], now: string[], pressed = "", homes: Record<string, number> = {}): string[] {
  const kept = before.map((id) => (now.includes(id) ? id : ""));
  const come = now.filter((id) => !kept.includes(id));
  const strangers = come.filter((id) => {
    const home = homes[id] ?? -1;
    if (home < 0 || kept[home] || home > kept.length + 1) return true; // a row of gaps would be worse
    while (kept.length <= home) kept.push("");
    kept[home] = id;
    return false;
  });
  for (const id of strangers) {
    const free = kept.findIndex((held, place) => !held && before[place] !== pressed);
    if (free < 0) kept.push(id);
    else kept[free] = id;
  }
  kept.forEach((id, place) => id && (homes[id] = place));
  while (kept.length && !kept[kept.length - 1]) kept.pop();
  return kept;
}
