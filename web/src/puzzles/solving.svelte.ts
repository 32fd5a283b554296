/** A puzzle as it is solved: the kernel judges each turn, and the first try counts. */
import { api } from "../lib/api";
import { click, picks } from "../lib/choices";
import { solo } from "../lib/home";
import { beKnown } from "../lib/me.svelte";
import { isStill } from "../lib/motion";
import { play } from "../lib/sound";
import { studyOf } from "../lib/study.svelte";
import type { PuzzleStanding, PuzzleTried, PuzzleTry, Step, View } from "../protocol";
import { keepStanding } from "./standing";

const BEAT = 600; // milliseconds for each move that is shown
const LONGEST = 8; // moves of a reply that are played out

export class Solving {
  found = $state.raw<PuzzleTried | null>(null);
  standing = $state.raw<PuzzleStanding | null>(null);
  view = $state.raw<View | null>(null);
  fresh = $state.raw<Step[]>([]);
  steps = $state.raw<Step[]>([]);
  told = $state.raw<string[]>([]);
  taken = $state.raw<string[]>([]);
  pointed = $state.raw<string[][]>([]);
  hover = $state<string | null>(null);
  tapped = $state<string | null>(null);
  refused = $state("");
  answer = $state.raw<{ sentence: string; ruling: string; thing: string } | null>(null); // why something is refused
  phase = $state<"ask" | "wrong" | "solved" | "shown">("ask");
  change = $state<number | null>(null);
  streakBefore = $state(0);
  reply = $state.raw<{ told: string[]; chance: number } | null>(null); // what the other side does to a wrong turn
  busy = $state(false);
  failed = $state("");
  private begun: string[] = []; // the moves before the turn at hand
  private line: string[] = [];
  private closed = false;

  constructor(
    readonly game: string,
    readonly puzzle: string,
    private known: boolean,
    standing: PuzzleStanding,
    private onstanding: (standing: PuzzleStanding) => void,
  ) {
    this.standing = standing;
    void this.ask({});
  }

  close(): void {
    this.closed = true;
  }

  picks = $derived.by(() =>
    this.busy || this.phase !== "ask" ? new Map() : picks(this.found?.tried.choices ?? [], this.taken),
  );

  /** Follow a click on a thing; a touch shows first where it is. */
  choose(id: string, touch = false): void {
    const tried = this.found?.tried;
    if (!tried || this.busy || this.phase !== "ask") return;
    this.answer = null;
    this.refused = "";
    const found = click(tried.choices, this.taken, id);
    if (found.kind === "go on") this.taken = found.taken;
    else if (touch && found.kind === "choose" && this.tapped !== id && this.picks.get(id)?.final) this.tapped = id;
    else void this.ask({ moves: tried.moves, path: found.kind === "choose" ? found.choice.path : found.path });
  }

  /** Take the turn at hand back. */
  async back(): Promise<void> {
    if (this.busy || this.phase === "solved") return;
    this.reply = null;
    this.answer = null;
    await this.ask({ moves: this.begun });
    this.phase = "ask";
  }

  hint = () => this.ask({ moves: this.begun, help: "hint" });
  skip = () => this.ask({ help: "skip" });

  /** Show the answer: play it from where the turn began, to the end. */
  async show(): Promise<void> {
    if (this.busy) return;
    this.reply = null;
    this.answer = null;
    let found = await this.ask({ moves: this.begun, help: "answer" });
    while (found && found.tried.kind !== "done" && !this.closed) {
      for (const path of found.tried.show) {
        await pause(BEAT);
        found = await this.ask({ moves: found!.tried.moves, path }, true);
        if (!found || this.closed) return;
      }
      if (found.tried.kind === "done") break;
      found = await this.ask({ moves: found.tried.moves, help: "answer" }, true);
    }
    this.phase = "shown";
  }

  private async ask(change: Partial<PuzzleTry>, showing = false): Promise<PuzzleTried | null> {
    this.busy = true;
    try {
      if ((change.path?.length || change.help) && !solo && !this.known) this.known = !!(await beKnown())?.player;
      const asked = { puzzle: this.puzzle, moves: [], path: [], help: "" as const, standing: null, ...change };
      const found = await api.solve(this.game, this.known ? asked : { ...asked, standing: this.standing });
      if (!this.closed) this.take(found, asked, showing);
      return found;
    } catch (error) {
      this.failed = (error as Error).message;
      return null;
    } finally {
      this.busy = false;
    }
  }

  private take(found: PuzzleTried, asked: PuzzleTry, showing: boolean): void {
    const { tried } = found;
    this.failed = "";
    this.tapped = null;
    this.taken = [];
    this.streakBefore = this.standing?.streak ?? 0;
    this.standing = found.standing;
    if (asked.path.length || asked.help) this.onstanding(found.standing);
    if (!this.known) keepStanding(this.game, found.standing);
    if (found.change !== null) this.change = found.change;
    if (tried.kind === "refused") {
      const thing = asked.path[asked.path.length - 1] ?? "";
      this.answer = { sentence: tried.sentence, ruling: tried.ruling, thing };
      this.refused = thing;
      play("no");
      return this.hold();
    }
    this.draw(found);
    this.pointed = asked.help === "hint" ? tried.point : [];
    if (showing) return play("move");
    if (asked.path.length) play(tried.kind === "done" ? "won" : tried.kind === "wrong" ? "no" : "move");
    if (tried.kind === "done") this.phase = "solved";
    else if (tried.kind === "wrong") {
      this.phase = "wrong";
      void this.refute();
    } else this.hold();
  }

  /** Draw what was done; the moves before the turn at hand are kept, so that it can be taken back. */
  private draw(found: PuzzleTried): void {
    const seen = this.found?.tried.steps.length ?? 0;
    const { tried } = found;
    const turn = tried.steps.filter((step) => step.seat !== tried.seat).length;
    const before = this.found?.tried.steps.filter((step) => step.seat !== tried.seat).length ?? 0;
    if (turn > before) this.begun = tried.moves;
    this.fresh = tried.steps.slice(Math.min(seen, tried.steps.length));
    this.found = found;
    this.view = tried.view;
    this.steps = tried.steps;
    this.told = found.told;
  }

  /** A piece that must go on is held already: its click is taken. */
  private hold(): void {
    const choices = this.found?.tried.choices ?? [];
    const firsts = new Set(choices.map((choice) => choice.path[0]!));
    if (firsts.size === 1 && choices.every((choice) => choice.path.length > 1)) this.taken = [...firsts];
  }

  /** Find what the other side does to a wrong turn, and play it out. */
  private async refute(): Promise<void> {
    const found = this.found!;
    if (found.tried.view.to_move === found.tried.seat || found.tried.view.to_move < 0) return;
    const study = studyOf(this.game, found.options, found.position, 0, found.tried.seat, found.moves);
    try {
      const [best] = (await api.studyLines({ study, lines: 1, effort: 0 })).lines;
      if (!best || this.phase !== "wrong" || this.closed) return;
      this.line = best.line;
      this.reply = { told: [], chance: best.chance };
      await this.again();
    } catch {
      // no bot is free: the sentence says enough
    }
  }

  /** Play the reply again. */
  async again(): Promise<void> {
    const found = this.found!;
    if (!this.reply || this.busy) return;
    const told: string[] = [];
    const steps: Step[] = [];
    this.draw({ ...found });
    for (const [number] of this.line.slice(0, LONGEST).entries()) {
      const moves = [...found.moves, ...this.line.slice(0, number + 1)];
      const shown = await api.study(studyOf(this.game, found.options, found.position, 0, found.tried.seat, moves));
      await pause(isStill() ? BEAT / 2 : BEAT);
      if (this.phase !== "wrong" || this.closed || this.found !== found) return;
      this.view = shown.view;
      if (shown.step) steps.push(shown.step);
      this.fresh = steps.slice(-1);
      this.steps = steps;
      told.push(...shown.lines);
      this.reply = { ...this.reply, told: [...told] };
      if (shown.view.to_move === found.tried.seat || shown.view.to_move < 0) return;
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
