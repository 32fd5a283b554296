/** What was agreed on for a match, in the words of its game, which are asked for once, when needed. */
import { t } from "./say";
import type { GameCard, OptionCard } from "../protocol";
import { api } from "./api";
import { count } from "./words";

let cards = $state.raw<GameCard[]>([]);
let asked = false;

/** Find an option of a game; nothing until the table has told of it. */
export function optionOf(game: string, name: string): OptionCard | undefined {
  if (!asked) {
    asked = true;
    void api.games().then(
      (found) => (cards = found),
      () => (asked = false),
    );
  }
  return cards.find((card) => card.name === game)?.options.find((option) => option.name === name);
}

/** Name what differs from the rulebook, shortly: "special rules: classic", "one carrier". */
export function agreedWords(game: string, options: Record<string, number | boolean | string>): string[] {
  const changed = Object.entries(options).filter(([name]) => name !== "first");
  if (!changed.length) return [];
  return changed.flatMap(([name, value]) => {
    const option = optionOf(game, name);
    if (!option) return [];
    const place = option.choices.indexOf(value);
    const title = option.title.toLowerCase();
    const unit = !title.includes(option.unit.toLowerCase()) && option.unit; // "pieces to lose: 3" needs none
    const called = place >= 0 ? option.names[place] : typeof value === "number" && unit && count(value, unit);
    if (option.kind === "switch") return [value ? title : t("no {0}", title)];
    const said = called || (typeof value === "number" ? String(value) : t("your own"));
    return [title.endsWith(said) ? title : `${title}: ${said.toLowerCase()}`]; // "rules of your own" says it
  });
}
