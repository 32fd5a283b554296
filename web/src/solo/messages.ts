/** What the page and its worker say to each other. */

/** Where the compiled rules are, how large, and of which build. */
export interface Kernel {
  folder: string; // its address, with a / at the end
  bytes: number; // to load before it runs
  version: string;
}

export type ToTable =
  | { do: "open"; kernel: Kernel }
  | { do: "ask"; number: number; method: string; address: string; body: string }
  | { do: "enter"; viewer: number; address: string }
  | { do: "hear"; viewer: number; text: string }
  | { do: "leave"; viewer: number };

export type FromTable =
  | { is: "loading"; part: number } // 0 to 1
  | { is: "starting" }
  | { is: "ready"; milliseconds: number; snapshot: boolean; heap: number; unread: number }
  | { is: "failed"; name: string; reason: string }
  | { is: "answer"; number: number; status: number; type: string; text: string }
  | { is: "message"; viewer: number; text: string }; // an empty text: the line has ended

/** What a worker asks the one that thinks, and what that answers. */
export type ToMind = { kernel: Kernel } | { number: number; question: string };
export type FromMind = { number: number; thought: string } | { number: number; failed: string };
