/** The levels of the computer: as many as a game offers, each with the name of a utensil. */
import type { LevelCard } from "../protocol";

const UTENSILS = ["crumb", "spoon", "teacup", "whisk", "ladle", "kettle", "skillet", "cauldron"];

/** The face of a level, by its place among all. */
export function levelFace(place: number, levels: number): string {
  return UTENSILS[Math.round((place * (UTENSILS.length - 1)) / Math.max(1, levels - 1))]!;
}

/** What a level is called. */
export function levelCalled(place: number, levels: number): string {
  const face = levelFace(place, levels);
  return face.charAt(0).toUpperCase() + face.slice(1);
}

/** The nearest level above the rating; the second of all for whoever has none yet. */
export function suggestion(levels: LevelCard[], rating: number | null): string {
  if (rating === null) return levels[Math.min(1, levels.length - 1)]?.name ?? "";
  return (levels.find((level) => (level.elo ?? 0) > rating) ?? levels.at(-1))?.name ?? "";
}
