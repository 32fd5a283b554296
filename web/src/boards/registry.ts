/** Which drawing belongs to which game. */
import { t } from "../lib/say";
import type { Drawing } from "./drawing";
import { magic_potion } from "./magic_potion/drawing";
import { potential } from "./potential/drawing";
import { potion_explosion } from "./potion_explosion/drawing";
import { potus } from "./potus/drawing";
import { struggle } from "./struggle/drawing";

// Each drawing is only ever given views of its own game, which no type can say.
const DRAWINGS = new Map(
  Object.entries({ potential, struggle, potion_explosion, potus, magic_potion }) as unknown as [string, Drawing][],
);

export const drawings = (): Drawing[] => [...DRAWINGS.values()];

/** A game that this page cannot draw. */
export class UnknownGame extends Error {
  constructor(game: string) {
    super(t("There is no game named “{0}”.", game));
  }
}

export function drawingOf(game: string): Drawing {
  const found = DRAWINGS.get(game);
  if (!found) throw new UnknownGame(game);
  return found;
}
