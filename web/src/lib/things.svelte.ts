/** What the games say of their things, asked for once each. */
import type { Thing } from "../protocol";
import { api } from "./api";

const known = $state<Record<string, Record<string, Thing>>>({});
const asked = new Set<string>();

/** Explain the things of a game, by their names in views and clicks; nothing until the table has answered. */
export function thingsOf(game: string): Record<string, Thing> {
  if (!asked.has(game)) {
    asked.add(game);
    void api.things(game).then(
      (found) => (known[game] = found),
      () => asked.delete(game), // it is asked for again
    );
  }
  return known[game] ?? {};
}
