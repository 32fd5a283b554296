import { t, word } from "../../lib/say";
import type { Moment } from "../../lib/table.svelte";
import type { LogLine, PotusView, Step } from "../../protocol";
import { sum, type Drawing } from "../drawing";
import { card } from "./cards";
import Potus from "./Potus.svelte";
import PotusAccount from "./PotusAccount.svelte";
import PotusBattle from "./PotusBattle.svelte";
import PotusMoment from "./PotusMoment.svelte";
import PotusTally from "./PotusTally.svelte";
import Tool from "./Tool.svelte";

const cards = (view: PotusView) => view.sides.map((side) => side.card?.name ?? "").join();

/** An Event is shown with what it does, then the battle with what each side gets. */
function moments(before: PotusView, now: PotusView, lines: LogLine[], steps: Step[]): Moment[] {
  const found: Moment[] = [];
  const drawn = now.events_drawn.some((event) => !before.events_drawn.includes(event));
  const event = drawn ? lines.findIndex((line) => line.seat < 0) : -1;
  if (event >= 0) {
    const [said, ...effect] = lines[event]!.text.split(/(?<=\.) /);
    const more = lines.filter((line, place) => place > event && line.ply === lines[event]!.ply);
    const square = steps.flatMap((step) => step.path.slice(-1))[0];
    const means = [...effect, ...more.map((line) => line.text)].join(" ");
    found.push({
      said: said!,
      means,
      stages: [t("Landed"), t("Card drawn"), t("Played")],
      time: 2800,
      square,
      about: "event",
    });
  }
  const fought = lines.filter((line) => line.seat < 0).map((line) => line.ply);
  if (now.sides.every((side) => side.card) && cards(now) !== cards(before)) {
    const [said, ...means] = lines.filter((line) => line.ply === fought[fought.length - 1]).map((line) => line.text);
    const stages = [t("Cards turned"), t("Compared"), t("Movements")];
    if (said) found.push({ said, means: means.join(" "), stages, time: 3200, about: "battle" });
  }
  return found;
}

export const potus: Drawing<PotusView> = {
  Board: Potus,
  Tool,
  Tally: PotusTally,
  Above: PotusBattle,
  Sums: PotusAccount,
  chance: true,
  moments,
  Moment: PotusMoment,
  card,
  draws: (_view, id) => /^[a-h][1-8]$/.test(id),
  button: (id) => (id === "stay" ? { icon: "stop" } : {}),
  taken: (view) => sum(view.sides.map((side) => side.scored)),
  course: { title: word("Money"), of: (view, seat) => view.sides[seat]?.money ?? 0 },
  minutes: 30,
  line: word("Presidents fight on paper, your tokens run across the aisle."),
  how: [
    [word("Two Presidents meet: each category won is a movement"), 3],
    [word("Cross the aisle and convert your Turncoats"), 0],
    [word("Bring them home for money; Advocates hit back"), 1],
  ],
};
