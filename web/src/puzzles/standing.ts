/** How this browser's person stands at puzzles, where the table does not know them; and which puzzle comes next. */
import type { PuzzleCard, Puzzles, PuzzleStanding } from "../protocol";

const KEY = "potluck-puzzles";
const DAY = 86_400_000;
const NEAR = 6; // puzzles nearest to the rating among which the next one is drawn
export const BEGIN: PuzzleStanding = {
  ...{ rating: 1500, deviation: 350, volatility: 0.06, streak: 0, best: 0 },
  ...{ tried: [], last: [], at: 0 },
};

function all(): Record<string, PuzzleStanding> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, PuzzleStanding>;
  } catch {
    return {};
  }
}

export const standingOf = (game: string): PuzzleStanding => ({ ...BEGIN, ...all()[game] });

export function keepStanding(game: string, standing: PuzzleStanding): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: standing }));
  } catch {
    // a private window may refuse: the standing lasts as long as the page
  }
}

/** Choose a puzzle that has not been tried, near the rating; when all have been, any other. */
export function nextPuzzle(found: Puzzles, standing: PuzzleStanding, kind: string, now: string): PuzzleCard | null {
  const others = found.puzzles.filter((card) => card.id !== now && (!kind || card.kind === kind));
  const fresh = others.filter((card) => !standing.tried.includes(card.id));
  const near = [...(fresh.length ? fresh : others)].sort(
    (one, other) => Math.abs(one.rating - standing.rating) - Math.abs(other.rating - standing.rating),
  );
  return near[Math.floor(Math.random() * Math.min(NEAR, near.length))] ?? null;
}

/** Choose the game of today's puzzle: each has its day. */
export function gameOfToday<T>(games: T[]): T | undefined {
  return games[Math.floor(Date.now() / DAY) % games.length];
}
