/** How far this browser's person has come in the lessons, and which games were offered to be taught. */
import { t } from "../lib/say";
import type { Lessons } from "../protocol";

export interface Progress {
  done: string[]; // titles of steps
  skipped: string[];
  at: string; // the step that was open last
  when: number; // when that was
  offered: boolean; // the lessons were offered at the first click on the tray
}

const KEY = "potluck-lessons";
const NONE: Progress = { done: [], skipped: [], at: "", when: 0, offered: false };

function all(): Record<string, Partial<Progress>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Progress>>;
  } catch {
    return {};
  }
}

export function progressOf(game: string): Progress {
  return { ...NONE, ...all()[game] };
}

export function keepProgress(game: string, change: Partial<Progress>): Progress {
  const kept = { ...progressOf(game), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: kept }));
  } catch {
    // a private window may refuse: the place lasts as long as the page
  }
  return kept;
}

/** A step of a game's lessons, with its place. */
export interface Place {
  chapter: number;
  step: number;
  title: string;
  seconds: number;
}

export function places(lessons: Lessons): Place[] {
  return lessons.chapters.flatMap(({ steps }, chapter) =>
    steps.map(({ title, seconds }, step) => ({ chapter, step, title, seconds })),
  );
}

/** Find where to go on: at the step that was open, or else the first that is not done. */
export function nextPlace(lessons: Lessons, progress: Progress): Place | null {
  const found = places(lessons);
  const over = (place: Place) => progress.done.includes(place.title) || progress.skipped.includes(place.title);
  const open = found.find((place) => place.title === progress.at && !progress.done.includes(place.title));
  return (
    open ?? found.find((place) => !over(place)) ?? found.find(({ title }) => !progress.done.includes(title)) ?? null
  );
}

export const isDone = (lessons: Lessons, progress: Progress): boolean =>
  places(lessons).every(({ title }) => progress.done.includes(title));

/** Say what is left in minutes. */
export function minutes(seconds: number): string {
  return seconds < 90 ? t("about a minute") : t("about {0} minutes", Math.round(seconds / 60));
}

/** Tell whether a game's lessons are to be offered before the first match of it, and note that they were. */
export function offers(game: string): boolean {
  const { offered, done } = progressOf(game);
  if (offered || done.length) return false;
  keepProgress(game, { offered: true });
  return progressOf(game).offered; // where nothing can be kept, it is not asked again and again
}
