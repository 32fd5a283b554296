/** A match at the table, as this browser holds it: what is shown, what has been clicked, what is on its way. */
import type { Action, Choice, LogLine, Offer, Preview, Refusal, Snapshot, Step, View, Why } from "../protocol";
import { Refused, api, socketAddress } from "./api";
import { click, keep, picks } from "./choices";
import { addToDice } from "./fair";
import { isStill } from "./motion";
import { showFor } from "./plan";
import { Socket, type Line } from "./socket";
import { settings } from "./settings.svelte";
import { play, type Sound } from "./sound";

/** Why something was refused, and where. */
export interface Note {
  sentence: string;
  ruling: string;
  thing: string; // the thing that was clicked
}

/** Something that happened and is worth stopping for. */
export interface Moment {
  said: string; // what happened
  means: string; // what it means, in the largest words
  stages: string[]; // what is seen one after the other
  time: number; // how long it lasts at the usual pace, in milliseconds
  square?: string; // what it is about, which is not to be covered
  about?: string; // for the game's own drawing: what it shows
  dice?: number[][]; // for the game's own drawing: what each side rolled
}

/** What can be heard and seen of a game's moves. */
export interface Heard {
  taken(view: View): number; // how many things have left the board
  rolled?(step: Step): boolean; // whether chance rolled a die
  moments?(before: View, now: View, lines: LogLine[], steps: Step[]): Moment[];
}

const PREVIEWS = 64; // choices in one question, at most
const PACE = 85; // milliseconds between questions: the table allows some twenty messages a second, and moves come first
const STEADY = new Set<Action["do"]>(["coach", "leave", "resign", "return", "sit_in"]); // whatever the position is
const REPEATS = 8; // so often such a thing is said again, while others move
// There is no use in trying again after these.
const FINAL = ["not_found", "private", "full", "wrong_credential", "no_credential", "set_aside"];

export class Table {
  wantsAgain = false; // a rematch was asked for or agreed to here
  shown = $state.raw<Snapshot | null>(null);
  fresh = $state.raw<Step[]>([]); // the steps that led from the last position shown to this one
  log = $state.raw<LogLine[]>([]);
  line = $state<Line>("connecting");
  tries = $state(0);
  taken = $state.raw<string[]>([]);
  hover = $state<string | null>(null);
  tapped = $state<string | null>(null); // touched once: shown, not yet done
  touched = $state(false); // the last click was one of a finger
  pressed = ""; // the thing that was clicked last
  note = $state.raw<Note | null>(null);
  sending = $state.raw<Choice | null>(null);
  slow = $state(false); // the table has not answered for a moment
  previews = $state.raw<Map<number, Preview>>(new Map());
  hinted = $state.raw<{ level: number; paths: string[][] } | null>(null); // what a hint points at
  private planned: string[] = []; // moves of a turn that a hint plays, as they are written
  gone = $state.raw<{ code: string; sentence: string } | null>(null);
  skew = 0; // the server's clock minus ours
  moments = $state.raw<Moment[]>([]); // what is to be watched now, and next
  replaying = $state(false); // what others did is shown again
  past = $state.raw<Snapshot[]>([]); // from the last own position through all that others did
  private under: Snapshot[] = []; // the same, while they are at it
  private queue = $state.raw<Snapshot[]>([]);
  private ends: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lines: LogLine[] = []; // as the newest snapshot has them
  private slowly: ReturnType<typeof setTimeout> | undefined;
  private commanded = "";
  private action: Action | null = null; // what was commanded last
  private repeats = 0; // how often it was said again
  private added = ""; // what we have done for the dice
  private attempted: Why | null = null; // clicks that mean no move, asked about again as text
  private socket: Socket;

  constructor(
    readonly match: string,
    private heard: (game: string) => Heard,
  ) {
    this.socket = new Socket(() => socketAddress(match), {
      snapshot: (snapshot) => this.take(snapshot),
      line: (line, tries) => {
        this.line = line;
        this.tries = tries;
        if (line === "lost" && !this.shown) void this.inquire();
      },
      done: (done) => this.settle(done.id),
      refused: (refusal) => this.refused(refusal),
      previewed: ({ version, previews }) => this.previewed(version, previews),
      because: (why) => this.because(why),
      attendance: (now) => {
        if (this.shown) this.shown = { ...this.shown, players: now.players, spectators: now.spectators };
      },
      bye: (bye) => {
        this.gone = bye;
        if (FINAL.includes(bye.code)) this.socket.close();
      },
    });
  }

  open(): void {
    this.socket.open();
  }

  /** A socket that was refused says nothing: ask over HTTP why. */
  private async inquire(): Promise<void> {
    try {
      await api.snapshot(this.match);
    } catch (error) {
      if (!(error instanceof Refused) || ["unreachable", "failed"].includes(error.code)) return;
      this.gone = { code: error.code, sentence: error.message };
      this.socket.close();
    }
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.slowly);
    clearTimeout(this.pacer);
    clearTimeout(this.ends);
    this.socket.close();
  }

  /** The machine has no network: what is sent now would get lost. */
  lose(): void {
    this.socket.lose();
  }

  retry(): void {
    this.gone = null;
    this.socket.now();
  }

  /** The things that may be clicked now. */
  picks = $derived.by(() => picks(this.sending ? [] : (this.shown?.choices ?? []), this.taken));

  /** The choice that the pointer, the cursor or the first tap is at. */
  aimed = $derived.by(() => {
    const id = this.hover ?? this.tapped;
    const pick = id === null ? undefined : this.picks.get(id);
    return pick?.final ? pick.choices[0]! : null;
  });

  preview = $derived.by(() => (this.aimed ? (this.previews.get(this.aimed.move) ?? null) : null));

  get mine(): boolean {
    return !!this.shown && this.shown.choices.length > 0;
  }

  // What comes from the table

  private take(snapshot: Snapshot): void {
    this.skew = snapshot.now - Date.now();
    this.gone = null;
    this.lines = [...this.lines.slice(0, snapshot.log_from), ...snapshot.log];
    const last = this.queue[this.queue.length - 1] ?? this.shown;
    const same = last && snapshot.ply === last.ply && this.queue.length;
    this.queue = [...(same ? this.queue.slice(0, -1) : this.queue), snapshot];
    if (!this.timer) this.show();
    this.prepare(snapshot);
  }

  /** Commit to our part in the dice as soon as we sit, and reveal it when all have committed. */
  private prepare(snapshot: Snapshot): void {
    const action = addToDice(snapshot);
    if (!action || action.do === this.added) return;
    this.added = action.do;
    this.command(action);
  }

  /** Show the next position, and the one after it when this one has been seen. */
  private show(): void {
    const [next, ...later] = this.queue;
    this.queue = later;
    this.timer = undefined;
    if (!next) return;
    const before = this.shown;
    const moved = !!before && next.ply !== before.ply;
    this.fresh = before && next.ply > before.ply ? recent(next, before.ply) : [];
    this.shown = next;
    if (!later.length) this.replaying = false;
    this.log = later.length ? this.lines.filter((line) => line.ply < next.ply) : this.lines;
    if (moved || next.version !== before?.version) this.renew(moved);
    if (this.sending && moved) this.sending = null;
    if (!moved) {
      if (later.length) this.show();
      else this.force();
      return;
    }
    this.remember(before, next);
    this.stage(before, next);
    play(soundOf(before, next, this.fresh, this.heard(next.game)));
    const own = before.choices.length > 0 && !this.replaying;
    const long = this.moments.reduce((sum, moment) => sum + moment.time, 0);
    const time = isStill() && !this.replaying ? 0 : showFor(settings.pace, own, long);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.queue.length) this.show();
      else this.settleShown();
    }, time);
  }

  /** Keep what others do after an own position, so that it can be shown again. */
  private remember(before: Snapshot, next: Snapshot): void {
    if (this.replaying || this.past.includes(next)) return;
    this.under = before.choices.length ? [before, next] : [...this.under, next];
    if (next.choices.length && !before.choices.length) this.past = this.under;
  }

  /** Stop at what is worth it, for as long as it takes or until somebody goes on. */
  private stage(before: Snapshot, next: Snapshot): void {
    const lines = this.lines.filter((line) => line.ply >= before.ply && line.ply < next.ply);
    const found =
      next.ply > before.ply ? this.heard(next.game).moments?.(before.view, next.view, lines, this.fresh) : [];
    if (!found?.length && isStill() && !this.replaying) return; // what was laid down a moment ago is still to be seen
    this.lay(settings.pace === "once" ? [] : (found ?? []));
  }

  private lay(moments: Moment[]): void {
    clearTimeout(this.ends);
    this.moments = moments;
    const [first, ...later] = moments;
    if (first) this.ends = setTimeout(() => this.lay(later), showFor(settings.pace, false, first.time));
  }

  /** Put away the sheet of what has just happened. */
  endMoment(): void {
    this.lay([]);
  }

  /** Skip to the newest position. */
  skip(): void {
    this.endMoment();
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = this.queue.slice(-1);
    this.show();
    this.endMoment();
  }

  /** Show once more what the others did since the last own move. */
  showAgain(): void {
    if (this.past.length < 2 || this.replaying || !this.shown) return;
    const [first, ...rest] = this.past;
    clearTimeout(this.timer);
    this.endMoment();
    this.taken = [];
    this.replaying = true;
    this.fresh = [];
    this.queue = [...rest.slice(0, -1).map(mute), ...(this.queue.length ? this.queue : [this.shown])];
    this.shown = mute(first!);
    this.log = this.lines.filter((line) => line.ply < first!.ply);
    this.timer = setTimeout(() => this.show(), showFor(settings.pace, false) || 300);
  }

  get behind(): boolean {
    return this.queue.length > 0;
  }

  private settleShown(): void {
    this.log = this.lines;
    this.force();
    this.goOn();
  }

  /** Play the moves of a turn one after the other, as long as each of them can be made. */
  follow(texts: string[]): void {
    this.planned = texts;
    this.goOn();
  }

  private goOn(): void {
    const text = this.planned.shift();
    if (text !== undefined && this.sending?.text === text) return; // it was forced, and is on its way
    const choice = this.shown?.choices.find((found) => found.text === text);
    if (!choice || this.sending) this.planned = [];
    else this.send(choice);
  }

  /** Make a move for the person where the rules leave no choice. */
  private force(): void {
    const shown = this.shown;
    if (shown?.forced && shown.choices.length === 1 && !this.sending && this.line === "open")
      this.send(shown.choices[0]!);
  }

  private renew(moved: boolean): void {
    this.taken = keep(this.shown?.choices ?? [], moved ? [] : this.taken);
    this.tapped = null;
    this.previews = new Map();
    this.wanted = null;
    if (moved) this.note = null;
    this.begin();
    this.look();
    if (this.aimed) this.ask(this.aimed);
  }

  /** A piece that must go on is held already: its click is taken. */
  private begin(): void {
    const choices = this.shown?.choices ?? [];
    if (this.taken.length || !choices.length) return;
    const firsts = new Set(choices.map((choice) => choice.path[0]!));
    if (firsts.size === 1 && choices.every((choice) => choice.path.length > 1)) this.taken = [...firsts];
  }

  private settle(id: string): void {
    if (id !== this.commanded) return;
    clearTimeout(this.slowly);
    this.slow = false;
  }

  private refused(refusal: Refusal): void {
    if (refusal.code === "not_found" || refusal.code === "private") this.gone = refusal;
    if (!refusal.id) return this.unanswered();
    this.settle(refusal.id);
    this.sending = null;
    if (refusal.code === "stale") return this.repeat(refusal);
    this.note = { sentence: refusal.sentence, ruling: refusal.ruling, thing: "" };
    play("no");
  }

  /** What is meant whatever the position is said again, if somebody moved at the same moment. */
  private repeat(refusal: Refusal): void {
    const action = this.action;
    if (!action || refusal.id !== this.commanded || refusal.version === null || !STEADY.has(action.do)) return;
    if (this.repeats < REPEATS) this.transmit(action, refusal.version, this.repeats + 1);
    else this.note = { sentence: refusal.sentence, ruling: refusal.ruling, thing: "" };
  }

  /** A question was refused, as one that came too late; where it was asked twice, the first answer stands. */
  private unanswered(): void {
    if (this.attempted) this.explain(this.attempted);
  }

  private explain({ path, sentence, ruling }: Why): void {
    this.attempted = null;
    this.note = { sentence, ruling, thing: path[path.length - 1] ?? "" };
    play("no");
  }

  private previewed(version: number, previews: Preview[]): void {
    if (version !== this.shown?.version) return;
    const news = previews.filter((preview) => preview.view || !this.previews.get(preview.move)?.view);
    this.previews = new Map([...this.previews, ...news.map((preview) => [preview.move, preview] as const)]);
  }

  private because(why: Why): void {
    if (!why.ruling && why.path.length > 1) {
      // No move has these clicks; written down they may still be something that a ruling forbids.
      this.attempted = why;
      if (this.socket.ask({ type: "why", text: why.path.join("-") })) return;
    }
    this.explain({ ...why, path: this.attempted?.path ?? why.path });
  }

  // What the person does

  /** Follow a click on a thing; a touch shows first what it would do. */
  click(id: string, touch = false): void {
    if (this.behind) return this.skip();
    this.endMoment();
    if (!this.shown || this.sending || !this.mine) return;
    this.note = null;
    this.touched = touch;
    this.pressed = id;
    const found = click(this.shown.choices, this.taken, id);
    if (found.kind === "refuse") {
      this.socket.ask({ type: "why", path: found.path });
    } else if (found.kind === "go on") {
      this.taken = found.taken;
      this.tapped = null;
      this.look();
    } else if ((touch || settings.confirm) && this.tapped !== id && this.picks.get(id)?.final) {
      this.tapped = id;
      this.ask(found.choice);
    } else {
      this.send(found.choice);
    }
  }

  /** Point at a thing. */
  point(id: string | null): void {
    if (this.hover === id) return;
    this.hover = id;
    if (this.aimed) this.ask(this.aimed);
  }

  /** Take back the last click of the path, as Escape does. */
  back(): boolean {
    this.note = null;
    if (this.tapped !== null) {
      this.tapped = null;
      return true;
    }
    if (!this.taken.length) return false;
    this.taken = this.taken.slice(0, -1);
    return true;
  }

  send(choice: Choice): void {
    if (!this.shown) return;
    this.sending = choice;
    this.tapped = null;
    this.command({ do: "move", move: choice.move });
  }

  say(text: string): void {
    this.note = null;
    this.command({ do: "say", text });
  }

  undo(): void {
    const to = this.shown?.undo_to ?? this.shown?.ask_undo_to;
    if (to !== null && to !== undefined) this.command({ do: "undo", to });
  }

  propose(what: Offer): void {
    this.wantsAgain ||= what === "rematch";
    this.command({ do: "propose", what });
  }

  answer(what: Offer, yes: boolean): void {
    this.wantsAgain ||= what === "rematch" && yes;
    this.command({ do: "answer", what, yes });
  }

  command(action: Action): void {
    const version = (this.queue[this.queue.length - 1] ?? this.shown)?.version;
    if (version !== undefined) this.transmit(action, version, 0);
  }

  private transmit(action: Action, version: number, repeats: number): void {
    this.action = action;
    this.repeats = repeats;
    this.commanded = this.socket.command(version, action);
    clearTimeout(this.slowly);
    this.slowly = setTimeout(() => (this.slow = true), 400);
  }

  /** Ask at once what all choices in sight would do, so that danger is shown before the click. */
  private look(): void {
    if (!this.taken.length) return;
    const finals = [...this.picks.values()].filter((pick) => pick.final).slice(0, PREVIEWS);
    if (finals.length) this.socket.ask({ type: "previews", moves: finals.map((pick) => pick.choices[0]!.move) });
  }

  private wanted: number | null = null; // the move pointed at last
  private pacer: ReturnType<typeof setTimeout> | undefined;

  /** Ask for the whole view that a choice leads to, which answers about many leave out. */
  private ask(choice: Choice): void {
    this.wanted = choice.move;
    if (!this.pacer) this.pace();
  }

  private pace(): void {
    const move = this.wanted;
    this.wanted = null;
    const known = move === null ? undefined : this.previews.get(move);
    const told = move === null || !!known?.view || known?.hidden;
    const asked = !told && this.socket.ask({ type: "preview", move });
    this.pacer = asked ? setTimeout(() => this.pace(), PACE) : undefined;
  }
}

/** Take away what may be done in a position that only is looked at. */
function mute(snapshot: Snapshot): Snapshot {
  return { ...snapshot, choices: [], forced: false, undo_to: null, ask_undo_to: null };
}

/** Find the steps made since a ply, oldest first. */
export function recent(snapshot: Snapshot, ply: number): Step[] {
  const steps = [...snapshot.last.flat(), ...snapshot.steps].filter((step) => step.ply >= ply);
  return steps.sort((a, b) => a.ply - b.ply).filter((step, place, all) => !place || all[place - 1]!.ply !== step.ply);
}

/** Choose the sound of what led from one position to the next. */
function soundOf(before: Snapshot | null, now: Snapshot, fresh: Step[], heard: Heard): Sound {
  if (now.status === "over" && before?.status !== "over") {
    const best = Math.max(...(now.result?.scores ?? []));
    return now.mine.some((seat) => now.result?.scores[seat] === best) ? "won" : "end";
  }
  if (fresh.some((step) => heard.rolled?.(step))) return "roll";
  if (before && heard.taken(now.view) > heard.taken(before.view)) return "take";
  return now.choices.length && !before?.choices.length ? "turn" : "move";
}
