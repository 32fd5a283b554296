/** A step of a lesson as it is tried: the kernel judges each try, and this browser keeps what was accepted. */
import { api } from "../lib/api";
import { click, picks } from "../lib/choices";
import { isStill } from "../lib/motion";
import { play } from "../lib/sound";
import type { Step, Tried, View } from "../protocol";

const BACK = 900; // milliseconds until a wrong move is taken back
const BEAT = 650; // milliseconds for each move that is shown
const PATIENCE = 3; // wrong tries until showing is offered

export class Trial {
  tried = $state.raw<Tried | null>(null);
  view = $state.raw<View | null>(null); // what is drawn: for a moment it may be a wrong move
  fresh = $state.raw<Step[]>([]);
  taken = $state.raw<string[]>([]);
  hover = $state<string | null>(null);
  refused = $state(""); // the thing that was clicked in vain
  answer = $state.raw<{ kind: string; sentence: string; ruling: string; thing: string } | null>(null);
  wrong = $state(0); // tries that were not right
  busy = $state(false);
  showing = $state(false);
  failed = $state("");
  private closed = false;

  constructor(
    readonly game: string,
    readonly chapter: number,
    readonly step: number,
    private ondone: () => void,
  ) {
    void this.ask([], []);
  }

  close(): void {
    this.closed = true;
  }

  picks = $derived.by(() => (this.busy || this.showing ? new Map() : picks(this.tried?.choices ?? [], this.taken)));

  get done(): boolean {
    return this.tried?.kind === "done";
  }

  get tired(): boolean {
    return this.wrong >= PATIENCE;
  }

  /** Where to point now: along the whole move, and once it is begun at its next thing; not while something is shown. */
  pointed = $derived.by(() => {
    if (this.showing || this.busy || !this.tried) return [];
    const { point, show } = this.tried;
    const next = show[0]?.[this.taken.length];
    const whole = this.shown ? show : point;
    const held = whole.length === 1 && whole[0]!.length === this.taken.length; // only what is in hand already
    if (!this.touched) return held && next ? [[next]] : whole;
    return next && (this.shown || point.length) ? [[next]] : [];
  });
  private shown = $state(false); // the learner has been shown how
  private touched = $state(false);

  choose(id: string): void {
    if (!this.tried || this.done || this.busy || this.showing) return;
    this.answer = null;
    this.refused = "";
    const found = click(this.tried.choices, this.taken, id);
    if (found.kind === "go on") {
      this.taken = found.taken;
      this.touched = true;
      return;
    }
    void this.ask(this.tried.moves, found.kind === "choose" ? found.choice.path : found.path);
  }

  back(): void {
    this.taken = [];
    this.begin();
  }

  private async ask(moves: string[], path: string[]): Promise<void> {
    this.busy = true;
    try {
      const { game, chapter, step } = this;
      const tried = await api.attempt(game, { chapter, step, moves, path });
      if (!this.closed) await this.take(tried, path);
    } catch (error) {
      this.failed = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  private async take(tried: Tried, path: string[]): Promise<void> {
    const { kind, sentence, ruling } = tried;
    const thing = path[path.length - 1] ?? "";
    if (path.length) this.answer = { kind, sentence, ruling, thing };
    if (kind === "refused" || kind === "wrong") {
      this.wrong += 1;
      play("no");
      this.taken = [];
      if (kind === "refused") this.refused = thing;
      else await this.slipBack(tried);
    } else {
      if (path.length) play(kind === "done" ? "won" : "move");
      this.set(tried);
    }
    if (kind === "done") this.ondone();
    else this.begin();
  }

  /** Make a wrong move for a moment, so that its effect is seen. */
  private async slipBack(tried: Tried): Promise<void> {
    this.view = tried.after;
    await pause(BACK);
    this.view = tried.view;
  }

  private set(tried: Tried): void {
    const seen = this.tried?.steps.length ?? 0;
    this.fresh = tried.steps.slice(seen);
    this.tried = tried;
    this.view = tried.view;
    this.taken = [];
    this.touched = false;
  }

  /** A piece that must go on is held already: its click is taken. */
  private begin(): void {
    const choices = this.tried?.choices ?? [];
    const firsts = new Set(choices.map((choice) => choice.path[0]!));
    if (firsts.size === 1 && choices.every((choice) => choice.path.length > 1)) this.taken = [...firsts];
  }

  /** Play what is left, and put it back: the learner still does it. */
  async show(): Promise<void> {
    const home = this.tried;
    if (!home || this.showing || this.done) return;
    this.showing = true;
    this.answer = null;
    try {
      for (const path of home.show) {
        const { game, chapter, step } = this;
        const moves: string[] = this.tried!.moves;
        const next = await api.attempt(game, { chapter, step, moves, path });
        if (this.closed) return;
        this.set({ ...next, choices: [] });
        await pause(isStill() ? BEAT / 2 : BEAT);
      }
    } catch (error) {
      this.failed = (error as Error).message;
    }
    this.set(home);
    this.shown = true;
    this.fresh = [];
    this.showing = false;
    this.begin();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
