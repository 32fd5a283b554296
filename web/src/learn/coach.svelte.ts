/** Whether the coach sits beside the board; this browser remembers it. */
import type { Snapshot } from "../protocol";

const KEY = "potluck-coach";

function load(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export const coach = $state({ on: load() });

export function setCoach(on: boolean): void {
  coach.on = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // a private window may refuse
  }
}

/** Tell whether a coach may come: nobody else sits at the table. */
export function isAlone({ players, mine }: Snapshot): boolean {
  return mine.length > 0 && players.every((player) => player.kind !== "person" || mine.includes(player.seat));
}
