import type { PotusView } from "../../protocol";
import { sum, type Drawing } from "../drawing";
import Potus from "./Potus.svelte";
import PotusBattle from "./PotusBattle.svelte";
import PotusTally from "./PotusTally.svelte";

export const potus: Drawing<PotusView> = {
  Board: Potus,
  Tally: PotusTally,
  Above: PotusBattle,
  draws: (_view, id) => /^[a-h][1-8]$/.test(id),
  button: (id) => (id === "stay" ? { icon: "stop" } : {}),
  taken: (view) => sum(view.sides.map((side) => side.scored)),
  course: { title: "Money", of: (view, seat) => view.sides[seat]?.money ?? 0 },
  length: "30 min",
  line: "Presidents fight on paper, your tokens run across the aisle.",
  how: [
    ["Two Presidents meet: each category won is a movement", 3],
    ["Cross the aisle and convert your Turncoats", 0],
    ["Bring them home for money; Advocates hit back", 1],
  ],
};
