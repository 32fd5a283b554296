import type { PotionExplosionView } from "../../protocol";
import { sum, type Button, type Drawing } from "../drawing";
import Marbles from "./Marbles.svelte";
import Potion from "./Potion.svelte";
import PotionAccount from "./PotionAccount.svelte";
import PotionOthers from "./PotionOthers.svelte";
import PotionPicture from "./PotionPicture.svelte";
import { kindSign } from "./signs";

const BUTTONS: Record<string, Button> = {
  end: { icon: "stop", main: true },
  explode: { main: true },
  help: { icon: "plus", words: "Little Help" },
};

function draws(view: PotionExplosionView, id: string): boolean {
  if (/^([a-e][1-9]|stack\d|burner\d)$/.test(id)) return true;
  const desk = view.desks.find((found) => found.seat === view.seat);
  if (!desk) return false;
  const bottled = desk.bottles.some((bottle) => bottle.kind === id && bottle.drunk < bottle.points.length);
  return bottled || desk.pool.includes(id);
}

export const potion_explosion: Drawing<PotionExplosionView> = {
  Board: Potion,
  Picture: PotionPicture,
  Above: PotionOthers,
  Account: PotionAccount,
  Defs: Marbles,
  shape: "bench",
  phone: "390 / 576",
  draws,
  button: (id) => BUTTONS[id] ?? { sign: kindSign(id) },
  taken: (view) => -sum(view.tracks.map((track) => track.marbles.length + track.hidden)),
  course: {
    title: "Points",
    of: (view, seat) => view.desks.find((desk) => desk.seat === seat)?.points ?? 0,
  },
  length: "40 min",
  line: "Pull one marble, let the others collide, brew with what you catch.",
  how: [
    ["Take one marble from a track", 3],
    ["Equals that meet explode: all yours", 0],
    ["Fill a recipe, then drink it or keep it", 1],
  ],
};
