import { t, word } from "../../lib/say";
import type { LogLine, PotionExplosionTile, PotionExplosionView } from "../../protocol";
import { sum, type Button, type Drawing } from "../drawing";
import { card } from "./cards";
import Marbles from "./Marbles.svelte";
import Potion from "./Potion.svelte";
import PotionAccount from "./PotionAccount.svelte";
import PotionOthers from "./PotionOthers.svelte";
import PotionPicture from "./PotionPicture.svelte";
import { kindSign, recipeSign } from "./signs";
import Tool from "./Tool.svelte";

const BUTTONS: Record<string, Button> = {
  end: { icon: "stop", main: true },
  explode: { main: true },
  help: { icon: "plus", words: word("Little Help") },
};

function draws(view: PotionExplosionView, id: string): boolean {
  if (/^([a-e][1-9]|stack\d|burner\d)$/.test(id)) return true;
  const desk = view.desks.find((found) => found.seat === view.seat);
  if (!desk) return false;
  const bottled = desk.bottles.some((bottle) => bottle.kind === id && bottle.drunk < bottle.points.length);
  return bottled || desk.pool.includes(id);
}

/** Draw a starter of the draft with its recipe, and say its points and how many holes of each colour it has. */
function starter(tile: PotionExplosionTile): Button {
  const colours = [...new Set(tile.holes.map(({ colour }) => colour))];
  const recipe = colours.map((colour) => {
    const holes = tile.holes.filter((hole) => hole.colour === colour).length;
    return `${holes}\u00a0${colour}`;
  });
  return { sign: recipeSign(tile), figures: t("{0} points: {1}", tile.points, recipe.join(", ")) };
}

function button(id: string, view: PotionExplosionView): Button {
  const tile = view.starters.find(({ kind }) => kind === id);
  return tile ? starter(tile) : (BUTTONS[id] ?? { sign: kindSign(id) });
}

/** An explosion is told while its marbles fly. */
function moments(before: PotionExplosionView, _now: PotionExplosionView, lines: LogLine[]) {
  if (!before.chain || !lines.length) return [];
  const [said, ...more] = lines.map((line) => line.text);
  return [
    { said: more.join(" "), means: said!, stages: [t("Explosion")], time: 1200, square: "a9", about: "explosion" },
  ];
}

export const potion_explosion: Drawing<PotionExplosionView> = {
  Board: Potion,
  Tool,
  card,
  Picture: PotionPicture,
  Above: PotionOthers,
  Account: PotionAccount,
  chance: true,
  moments,
  Defs: Marbles,
  shape: "bench",
  phone: "390 / 576",
  draws,
  button,
  taken: (view) => -sum(view.tracks.map((track) => track.marbles.length + track.hidden)),
  course: {
    title: word("Points"),
    of: (view, seat) => view.desks.find((desk) => desk.seat === seat)?.points ?? 0,
  },
  minutes: 40,
  line: word("Pull one marble, let the others collide, brew with what you catch."),
  how: [
    [word("Take one marble from a track"), 3],
    [word("Equals that meet explode: all yours"), 0],
    [word("Fill a recipe, then drink it or keep it"), 1],
  ],
};
