import { word } from "../../lib/say";
import type { StruggleView } from "../../protocol";
import type { Button, Drawing } from "../drawing";
import { card } from "./cards";
import OwnRules from "./OwnRules.svelte";
import { signIn } from "./signs";
import Struggle from "./Struggle.svelte";
import StruggleTally from "./StruggleTally.svelte";
import Tool from "./Tool.svelte";

function button(id: string, view: StruggleView): Button {
  if (id === "stop") return { icon: "stop", main: true };
  return { sign: id === "skip" || id === "lay" ? undefined : signIn(view, id) };
}

export const struggle: Drawing<StruggleView> = {
  Board: Struggle,
  Tool,
  Tally: StruggleTally,
  Eyebrow: OwnRules,
  phone: "390 / 488",
  card,
  draws: (view, id) =>
    /^[a-g][1-7]$/.test(id) ||
    (view.phase !== "pick" && view.rules.some((rule) => rule.name === id && rule.seat === view.mover)),
  button,
  taken: (view) => view.captured.flat().length,
  lost: "captured",
  course: {
    title: word("Pieces left"),
    of: (view, seat) => view.pieces.filter((piece) => piece.seat === seat).length,
  },
  minutes: 20,
  line: word("Take your white across the diamond, bending three rules of your choice."),
  how: [
    [word("Choose three special rules and who carries them"), 2],
    [word("Step, or jump on and on: what you jump is taken"), 0],
    [word("Bring your white to the far end, or take theirs"), 1],
  ],
};
