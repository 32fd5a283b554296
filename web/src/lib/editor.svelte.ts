/** A position put together by hand: the table changes it and says what is wrong; the page keeps what was before. */
import type { Edit, Edited, Study } from "../protocol";
import { Refused, api } from "./api";
import { play } from "./sound";

export const TAKE = ""; // in hand to take things away

export class Editor {
  shown = $state.raw<Edited | null>(null);
  hand = $state(TAKE);
  near = $state(0);
  note = $state(""); // why nothing was changed
  thing = $state(""); // where it was tried
  past = $state.raw<string[]>([]); // positions before the changes
  private busy: Promise<void> = Promise.resolve();

  constructor(
    private game: string,
    private options: Study["options"],
    readonly seats: number,
  ) {}

  /** Lay a position out; tell whether it could be. */
  async open(position: string): Promise<boolean> {
    await this.ask({ position });
    const shown = this.shown;
    if (shown && !shown.tools.some((tool) => tool.name === this.hand)) this.hand = shown.tools[0]?.name ?? TAKE;
    return !this.note;
  }

  /** Use what is in hand at a place of the board. */
  use(spot: string, tool = this.hand): void {
    this.queue({ tool, spot });
  }

  turn(knob: string, value: string): void {
    this.queue({ knob, value });
  }

  undo(): void {
    const before = this.past[this.past.length - 1];
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.busy = this.busy.then(() => this.ask({ position: before }));
  }

  /** Take the tool with a number; 0 takes away. */
  pick(number: number): void {
    this.hand = number ? (this.shown?.tools[number - 1]?.name ?? this.hand) : TAKE;
  }

  /** See the desk of another seat. */
  async sit(seat: number): Promise<void> {
    this.near = seat;
    await this.ask({ position: this.shown!.position });
  }

  /** Ask one after the other, so that quick clicks do not lose one another. */
  private queue(change: Partial<Edit>): void {
    this.busy = this.busy.then(async () => {
      const before = this.shown!.position;
      await this.ask({ position: before, ...change });
      if (!this.note && this.shown!.position !== before) this.past = [...this.past, before];
    });
  }

  private async ask(change: Partial<Edit>): Promise<void> {
    const { game, options, seats, near } = this;
    this.note = this.thing = "";
    try {
      const asked = { game, options, seats, near, position: "", tool: "", spot: "", knob: "", value: "" };
      this.shown = await api.edit({ ...asked, ...change });
    } catch (error) {
      this.note = (error as Refused).message;
      this.thing = change.spot ?? "";
      play("no");
    }
  }
}
