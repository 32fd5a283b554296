/** The levels of the computer: as many as a game offers. */
import type { LevelCard } from "../protocol";

/** The nearest level above the rating; the second of all for whoever has none yet. */
export function suggestion(levels: LevelCard[], rating: number | null): string {
  if (rating === null) return levels[Math.min(1, levels.length - 1)]?.name ?? "";
  return (levels.find((level) => (level.elo ?? 0) > rating) ?? levels.at(-1))?.name ?? "";
}
