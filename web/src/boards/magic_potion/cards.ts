/** What stands and lies on a slot of Magic Potion, by its names in the game's words. */
import type { MagicPotionView } from "../../protocol";

/** Name an item: one whose face is known by its face, another by its mark. */
const item = (text: string) => (text.startsWith("?") ? text : text.replace(/[!*~^]+$/, ""));

export function card(view: MagicPotionView, id: string): string[] {
  const figure = view.figures.find((found) => found.cell === id && found.life !== "dead");
  const items = view.lying.filter((found) => found.cell === id).flatMap((found) => found.items);
  const found = [
    ...(figure ? [figure.name] : []),
    ...(figure && figure.life !== "living" ? [figure.life] : []),
    ...(figure?.bitten ? ["bitten"] : []),
    ...(view.hound === id ? ["hound"] : []),
    ...(figure && view.grudge === figure.name ? ["grudge"] : []),
    ...(figure ? ["health", "dice", ...figure.items.map(item)] : []),
    ...items.map(item),
    ...(items.length ? ["lying"] : []),
    ...(view.surprises.includes(id) ? ["surprise"] : []),
  ];
  if (found.length) return found;
  return view.homes.some((home) => home.includes(id)) ? ["home"] : ["slot"];
}
