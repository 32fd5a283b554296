/** The line to the table: it connects, resumes by itself, and tells which commands the table has on disk. */
import type {
  Action,
  Attendance,
  Bye,
  Done,
  FromClient,
  FromServer,
  Previews,
  Refusal,
  Snapshot,
  Why,
} from "../protocol";
import { way } from "./home";

export type Line = "connecting" | "open" | "lost" | "closed";

export interface Hooks {
  snapshot(snapshot: Snapshot): void;
  line(line: Line, tries: number): void;
  done(done: Done): void;
  refused(refusal: Refusal): void;
  previewed?(previews: Previews): void;
  because?(why: Why): void;
  attendance?(attendance: Attendance): void;
  bye?(bye: Bye): void;
}

interface Sent {
  id: string;
  v: number;
  a: Action;
}

/** What a socket needs to be; tests bring their own. */
export interface Wire {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

const OPEN = 1;
export const WAITS = [250, 500, 1000, 2000, 4000, 8000]; // milliseconds before each new try
// While somebody looks, a dead line is noticed within five seconds; otherwise the table is asked seldom.
const WATCHED = { ping: 2000, silence: 4000 };
const UNWATCHED = { ping: 20_000, silence: 45_000 };
const LOOK = 1000; // how often the line is looked at

/** Make 128 random bits in hexadecimal digits. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Socket {
  line: Line = "connecting";
  tries = 0;
  private wire: Wire | null = null;
  private pending: Sent[] = []; // sent, not yet on disk: sent again with the same id after every reconnection
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heard = Date.now();
  private asked = 0; // when the last ping went out
  private lag = 0; // milliseconds to the table and back; some of them are not charged

  constructor(
    private readonly address: () => string,
    private readonly hooks: Hooks,
    private readonly make: (address: string) => Wire = way.wire,
  ) {}

  open(): void {
    this.drop();
    if (this.line !== "lost") this.tell("connecting");
    const wire = this.make(this.address());
    this.wire = wire;
    this.heard = Date.now();
    wire.onopen = () => this.opened();
    wire.onmessage = (event) => wire === this.wire && this.hear(event.data);
    wire.onclose = () => wire === this.wire && this.retry();
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.watch(), LOOK);
  }

  /** Try at once, as when the person asks for it or the machine wakes up. */
  now(): void {
    if (this.line === "open" || this.line === "closed") return;
    clearTimeout(this.timer);
    this.open();
  }

  close(): void {
    this.tell("closed");
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    this.drop();
  }

  /** Send a command and keep it until the table has confirmed it. */
  command(v: number, a: Action): string {
    const sent = { id: commandId(), v, a };
    this.pending.push(sent);
    this.post({ type: "command", ...sent, lag: this.lag });
    return sent.id;
  }

  /** Ask something that may get lost. */
  ask(question: Exclude<FromClient, { type: "command" }>): boolean {
    return this.post(question);
  }

  get waiting(): number {
    return this.pending.length;
  }

  private post(message: FromClient): boolean {
    if (this.wire?.readyState !== OPEN) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Go on where the last line was lost; that this one works is said when something comes through it. */
  private opened(): void {
    for (const sent of this.pending) this.post({ type: "command", ...sent, lag: this.lag });
    this.ping();
  }

  private hear(data: string): void {
    this.heard = Date.now();
    if (this.line !== "open") {
      this.tries = 0;
      this.tell("open");
    }
    const message = JSON.parse(data) as FromServer;
    switch (message.type) {
      case "snapshot":
        return this.hooks.snapshot(message);
      case "done":
        this.settle(message.id);
        return this.hooks.done(message);
      case "refusal":
        this.settle(message.id);
        return this.hooks.refused(message);
      case "previewed":
        return this.hooks.previewed?.({ type: "previewed_all", version: message.version, previews: [message] });
      case "previewed_all":
        return this.hooks.previewed?.(message);
      case "because":
        return this.hooks.because?.(message);
      case "attendance":
        return this.hooks.attendance?.(message);
      case "bye":
        return this.hooks.bye?.(message);
      case "pong":
        this.lag = Date.now() - this.asked;
        return;
      case "positioned":
        return;
    }
  }

  private settle(id: string): void {
    this.pending = this.pending.filter((sent) => sent.id !== id);
  }

  private watch(): void {
    const open = this.wire?.readyState === OPEN;
    const { ping, silence } = open && document.visibilityState === "visible" ? WATCHED : UNWATCHED;
    const now = Date.now();
    if (now - this.heard > silence && (!open || this.asked > this.heard)) this.lose();
    else if (now - Math.max(this.heard, this.asked) >= ping) this.ping();
  }

  /** Give the line up, and try for another one. */
  lose(): void {
    if (this.line === "closed" || !this.wire) return;
    this.drop();
    clearInterval(this.pinger);
    this.retry();
  }

  private ping(): void {
    this.asked = Date.now();
    this.ask({ type: "ping" });
  }

  private retry(): void {
    if (this.line === "closed") return;
    this.wire = null;
    this.tries += 1;
    this.tell("lost");
    const wait = WAITS[Math.min(this.tries, WAITS.length) - 1]!;
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  private tell(line: Line): void {
    this.line = line;
    this.hooks.line(line, this.tries);
  }
}
