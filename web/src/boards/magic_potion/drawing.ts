import { t, word } from "../../lib/say";
import type { Moment } from "../../lib/table.svelte";
import type { LogLine, MagicPotionFigure, MagicPotionView, Step } from "../../protocol";
import { sum, type Button, type Drawing } from "../drawing";
import { card } from "./cards";
import Magic from "./Magic.svelte";
import MagicAbove from "./MagicAbove.svelte";
import MagicBelow from "./MagicBelow.svelte";
import { glyph } from "./glyphs";
import MagicMoment from "./MagicMoment.svelte";
import MagicOrder from "./MagicOrder.svelte";
import MagicTally from "./MagicTally.svelte";
import Tool from "./Tool.svelte";

const SEATED = 6; // characters that take part in a match

function button(id: string, view: MagicPotionView): Button {
  if (id === "done" || id === "stay") return { icon: "stop" };
  if (/^(roll|give)-/.test(id)) return { icon: "die" };
  const figure = view.phase === "pick" ? view.figures.find(({ name }) => name === id) : undefined;
  return { sign: glyph(id), figures: figure && figuresOf(figure) };
}

/** Say what a character has, always in the same order. */
function figuresOf({ full, near, far, defence }: MagicPotionFigure): string {
  const plus = (value: number) => (value ? `+${value}` : "–");
  return t("health {0}, near {1}, far {2}, def {3}", full, plus(near), plus(far), plus(defence));
}

const isDie = (step: Step) => step.seat < 0 && /^[1-6]$/.test(step.text);

/** An attack is shown with the dice of both sides; the attacker's fall first. */
function moments(before: MagicPotionView, _now: MagicPotionView, lines: LogLine[]): Moment[] {
  const rolls = lines.flatMap((line) => /rolled (\d): (attack|defence)/.exec(line.text) ?? []);
  const dice = ["attack", "defence"].map((side) => rolls.filter((_, place) => rolls[place + 1] === side).map(Number));
  const last = lines.findLast((line) => /rolled \d: (attack|defence)/.test(line.text));
  const means = lines.filter((line) => line.ply === last?.ply && line !== last).map((line) => line.text);
  if (!means.length) return [];
  const said = lines.filter((line) => line.seat >= 0 && line.ply < last!.ply).map((line) => line.text);
  const square = before.figures.find((figure) => figure.name === before.target)?.cell ?? undefined;
  const stages = [t("Dice"), t("Sum"), t("Damage")];
  return [{ said: said.join(" "), means: means.join(" "), stages, time: 3000, square, about: "attack", dice }];
}

export const magic_potion: Drawing<MagicPotionView> = {
  Board: Magic,
  Tool,
  Tally: MagicTally,
  Above: MagicAbove,
  Below: MagicBelow,
  Eyebrow: MagicOrder,
  chance: true,
  moments,
  Moment: MagicMoment,
  brief: true,
  sides: true,
  card,
  draws: (_view, id) => /^[a-g][1-7]$/.test(id),
  button,
  taken: (view) => view.figures.filter((figure) => figure.life === "dead").length,
  rolled: isDie,
  course: {
    title: word("Health"),
    begun: (view) => view.figures.filter((figure) => figure.seat !== null).length === SEATED,
    of: (view, seat) => sum(view.figures.filter((figure) => figure.seat === seat).map((figure) => figure.health)),
  },
  minutes: 40,
  line: word("Three heroes, secret items, dice for strength. The whole recipe wins."),
  how: [
    [word("Pick three characters and hide your recipe piece"), 2],
    [word("Move and gather items"), 0],
    [word("Fight for all three pieces, near or far"), 1],
  ],
};
