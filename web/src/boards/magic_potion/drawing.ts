import type { MagicPotionView } from "../../protocol";
import { sum, type Button, type Drawing } from "../drawing";
import Magic from "./Magic.svelte";
import MagicAbove from "./MagicAbove.svelte";
import MagicBelow from "./MagicBelow.svelte";
import { glyph } from "./glyphs";
import MagicOrder, { isDie } from "./MagicOrder.svelte";
import MagicTally from "./MagicTally.svelte";

const SEATED = 6; // characters that take part in a match

function button(id: string): Button {
  if (id === "done" || id === "stay") return { icon: "stop" };
  if (/^(roll|give)-/.test(id)) return { icon: "die" };
  return { sign: glyph(id) };
}

export const magic_potion: Drawing<MagicPotionView> = {
  Board: Magic,
  Tally: MagicTally,
  Above: MagicAbove,
  Below: MagicBelow,
  Eyebrow: MagicOrder,
  brief: true,
  sides: true,
  draws: (_view, id) => /^[a-g][1-7]$/.test(id),
  button,
  taken: (view) => view.figures.filter((figure) => figure.life === "dead").length,
  rolled: isDie,
  course: {
    title: "Health",
    begun: (view) => view.figures.filter((figure) => figure.seat !== null).length === SEATED,
    of: (view, seat) => sum(view.figures.filter((figure) => figure.seat === seat).map((figure) => figure.health)),
  },
  length: "40 min",
  line: "Three heroes, secret items, dice for strength. The whole recipe wins.",
  how: [
    ["Pick three characters and hide your recipe piece", 2],
    ["Move and gather items", 0],
    ["Fight for all three pieces, near or far", 1],
  ],
};
