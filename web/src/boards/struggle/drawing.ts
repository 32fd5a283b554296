import type { StruggleView } from "../../protocol";
import type { Button, Drawing } from "../drawing";
import OwnRules from "./OwnRules.svelte";
import { signIn } from "./signs";
import Struggle from "./Struggle.svelte";
import StruggleTally from "./StruggleTally.svelte";

function button(id: string, view: StruggleView): Button {
  if (id === "stop") return { icon: "stop", main: true };
  return { sign: id === "skip" || id === "lay" ? undefined : signIn(view, id) };
}

export const struggle: Drawing<StruggleView> = {
  Board: Struggle,
  Tally: StruggleTally,
  Eyebrow: OwnRules,
  phone: "390 / 488",
  draws: (view, id) =>
    /^[a-g][1-7]$/.test(id) ||
    (view.phase !== "pick" && view.rules.some((rule) => rule.name === id && rule.seat === view.mover)),
  button,
  taken: (view) => view.captured.flat().length,
  lost: "captured",
  course: {
    title: "Pieces left",
    of: (view, seat) => view.pieces.filter((piece) => piece.seat === seat).length,
  },
  length: "20 min",
  line: "Take your white across the diamond, bending three rules of your choice.",
  how: [
    ["Choose three special rules and who carries them", 2],
    ["Step, or jump on and on: what you jump is taken", 0],
    ["Bring your white to the far end, or take theirs", 1],
  ],
};
