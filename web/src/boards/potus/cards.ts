/** What lies on a square of POTUS, by its names in the game's words. */
import type { PotusToken, PotusView } from "../../protocol";

const PRINTS: Record<string, string> = { S: "start", R: "rushmore", "*": "event", o: "circle" };

function called(token: PotusToken): string[] {
  const name = token.kind.toLowerCase();
  const kind = name !== "turncoat" ? name : token.converted ? "turncoat" : "unconverted";
  return [kind, ...(token.finished ? ["finished"] : []), ...(token.moving ? ["moving"] : [])];
}

export function card(view: PotusView, id: string): string[] {
  const tokens = view.tokens.filter((token) => token.cell === id);
  const printed = PRINTS[view.board[8 - Number(id[1])]![id.charCodeAt(0) - 97]!];
  const found = [...tokens.flatMap(called), ...(tokens.length > 1 ? ["stack"] : []), ...(printed ? [printed] : [])];
  return found.length ? found : ["square"];
}
