/** What is known of an item, by the code that a view has for it. */
import { t, word } from "../../lib/say";
import { count } from "../../lib/words";

// What everybody knows of an item that is face down
const EXCLUDED: Record<string, string> = { "?~": word("not III"), "?~*": word("blank") };

/** Tell whether something is known of an item. */
export function isKnown(item: string): boolean {
  return !item.startsWith("?") || item in EXCLUDED;
}

/** Say what an item is, as far as it is known. */
export function told(item: string): string {
  if (!isKnown(item)) return t("face down");
  if (item in EXCLUDED) return t(EXCLUDED[item]!);
  return bare(item) === "none" ? t("blank") : bare(item);
}

/** Say how many dice a character has, as far as that is known. */
export function diceText(dice: number | null): string {
  return dice === null ? t("hidden dice") : count(dice, "die", "dice");
}

/** Take the mark off an item that says what everybody knows of it. */
export function bare(item: string): string {
  return item.replace(/[*!~^]/g, "");
}
