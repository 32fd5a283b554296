/** The table over HTTP. */
import type {
  Code,
  Created,
  GameCard,
  Hint,
  Join,
  Joined,
  Lobby,
  NewMatch,
  Position,
  Refusal,
  Replay,
  RulingCard,
  Snapshot,
  Why,
} from "../protocol";

/** A refusal of the table, or the lack of any answer. */
export class Refused extends Error {
  constructor(
    readonly code: Code | "unreachable",
    sentence: string,
    readonly ruling = "",
  ) {
    super(sentence);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const answer = await post(path, body);
  if (answer.ok) return (await answer.json()) as T;
  const refusal = (await answer.json().catch(() => null)) as Refusal | null;
  if (refusal?.sentence) throw new Refused(refusal.code, refusal.sentence, refusal.ruling);
  throw new Refused(answer.status === 404 ? "not_found" : "failed", "Something went wrong at the table.");
}

async function post(path: string, body?: unknown): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await fetch(`/api${path}`, init);
  } catch {
    throw new Refused("unreachable", "The table does not answer.");
  }
}

export const api = {
  games: () => call<GameCard[]>("/games"),
  rulings: (game: string) => call<RulingCard[]>(`/games/${game}/rulings`),
  lobby: () => call<Lobby>("/matches"),
  create: (plan: NewMatch) => call<Created>("/matches", plan),
  join: (match: string, join: Join) => call<Joined>(`/matches/${match}/join`, join),
  snapshot: (match: string) => call<Snapshot>(`/matches/${match}`),
  replay: (match: string, first: number, count: number) =>
    call<Replay>(`/matches/${match}/replay?first=${first}&count=${count}`),
  position: (match: string, ply?: number) =>
    call<Position>(`/matches/${match}/position${ply === undefined ? "" : `?ply=${ply}`}`),
  hint: (match: string) => call<Hint>(`/matches/${match}/hint`, {}),
  why: (match: string, path: string[], text = "") => call<Why>(`/matches/${match}/why`, { type: "why", path, text }),
  follow: (match: string) => call<Joined>(`/matches/${match}/follow`, {}),
  analysis: (match: string, ply: number) => call<Hint>(`/matches/${match}/analysis?ply=${ply}`),
};

/** Write the address of a match's socket. */
export function socketAddress(match: string): string {
  const secure = location.protocol === "https:";
  return `${secure ? "wss" : "ws"}://${location.host}/api/matches/${match}/socket`;
}
