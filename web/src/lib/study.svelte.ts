/** A position that is studied: clicks become moves, and a click that means none is explained. */
import { play } from "./sound";
import type { Choice, Step, Studied, Study } from "../protocol";
import { Refused, api } from "./api";
import { click, keep, picks } from "./choices";

export const EVERYTHING = -2; // a viewer who sees everything

export class StudyBoard {
  shown = $state.raw<Studied | null>(null);
  taken = $state<string[]>([]);
  hover = $state<string | null>(null);
  tapped = $state<string | null>(null);
  note = $state("");
  thing = $state(""); // the thing that was clicked in vain
  busy = $state(false);

  constructor(private onchoose: (choice: Choice) => void) {}

  picks = $derived.by(() => picks(this.busy ? [] : (this.shown?.choices ?? []), this.taken));

  /** Show a position; a piece that must go on is held already. */
  show(shown: Studied): void {
    this.shown = shown;
    const firsts = new Set(shown.choices.map((choice) => choice.path[0]!));
    const held = firsts.size === 1 && shown.choices.every((choice) => choice.path.length > 1);
    this.taken = held ? [...firsts] : keep(shown.choices, []);
    this.tapped = null;
    this.note = this.thing = "";
  }

  /** Follow a click on a thing; a touch shows first where it is. */
  click(id: string, touch: boolean, study: Study): void {
    if (!this.shown || this.busy) return;
    this.note = this.thing = "";
    const found = click(this.shown.choices, this.taken, id);
    if (found.kind === "refuse") void this.explain(found.path, study);
    else if (found.kind === "go on") this.taken = found.taken;
    else if (touch && this.tapped !== id && this.picks.get(id)?.final) this.tapped = id;
    else this.onchoose(found.choice);
  }

  private async explain(path: string[], study: Study): Promise<void> {
    try {
      await api.study({ ...study, moves: [path.join("-")] });
    } catch (error) {
      this.note = (error as Refused).message;
      this.thing = path[path.length - 1]!;
      play("no");
    }
  }

  back(): boolean {
    this.note = "";
    if (!this.taken.length) return false;
    this.taken = this.taken.slice(0, -1);
    return true;
  }
}

/** Split the last move by the seat that made it, as boards want it. */
export function bySeat(steps: Step[], seats: number): Step[][] {
  const own = steps.filter((step) => step.seat >= 0);
  const last = own[own.length - 1];
  return last ? Array.from({ length: seats }, (_, seat) => (seat === last.seat ? own : [])) : [];
}

/** Bring a position along. */
export function studyOf(
  game: string,
  options: Study["options"],
  position: string,
  turn = 0,
  viewer = EVERYTHING,
  moves: string[] = [],
): Study {
  return { game, options, seats: null, position, turn, moves, viewer, path: [] };
}
