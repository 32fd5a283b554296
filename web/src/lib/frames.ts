/** The points of a match, one after the other, as they come from the table. */
import type { Frame } from "../protocol";
import { api } from "./api";

const PAGE = 50;

/** Fetch a match piece by piece; each time give all that is there, with gaps for the rest. */
export async function* frames(match: string): AsyncGenerator<(Frame | undefined)[]> {
  let found: (Frame | undefined)[] = [];
  do {
    const first = found.findIndex((frame) => !frame);
    const page = await api.replay(match, { first: Math.max(0, first), count: PAGE });
    const next = found.length ? [...found] : new Array<Frame | undefined>(page.plies + 1).fill(undefined);
    page.frames.forEach((frame) => (next[frame.ply] = frame));
    if (!page.frames.length) return;
    found = next;
    yield found;
  } while (found.some((frame) => !frame));
}

/** Find where a replay stands: wherever a seat decides, and at the end; what chance draws is folded in. */
export function stopsOf(frames: (Frame | undefined)[]): number[] {
  const found = [...frames.keys()].filter((ply) => !frames[ply] || frames[ply].view.to_move >= 0);
  const end = frames.length - 1;
  return found[found.length - 1] === end || end < 0 ? found : [...found, end];
}

/** Find the place nearest to a ply. */
export function nearest(stops: number[], ply: number): number {
  return stops.reduce((best, stop) => (Math.abs(stop - ply) < Math.abs(best - ply) ? stop : best), stops[0] ?? 0);
}
