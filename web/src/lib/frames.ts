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
