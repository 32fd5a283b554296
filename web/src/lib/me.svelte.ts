/** Who plays in this browser: the table knows them again by a cookie that only it can read. */
import { t, word } from "./say";
import type { Me, MyMatch, MyMatches, Snapshot } from "../protocol";
import { api, Refused } from "./api";
import { solo } from "./home";
import { forgetMatch, keptMatches } from "./kept";
import { remember, settings } from "./settings.svelte";
import { count, listed } from "./words";

export const FACES = [
  ...[word("tomato"), word("aubergine"), word("pear"), word("onion")],
  ...[word("mushroom"), word("lemon"), word("radish"), word("pumpkin")],
];

/** The face of a person; whoever has chosen none gets one by their name. */
export function faceOf(face: string, name: string): string {
  return FACES.includes(face) ? face : FACES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 8]!;
}

/** The player, once the table was asked; without one everything in it is empty. */
export const self = $state<{ me: Me | null }>({ me: null });

/** Take what the table says about the player; whoever it knows is called so here too. */
export function meet(me: Me): Me {
  self.me = me;
  if (me.player && (me.name !== settings.name || me.face !== settings.face)) remember({ name: me.name, face: me.face });
  return me;
}

let asking: Promise<Me | null> | null = null; // several parts of a page ask at once

/** Ask who plays here; a browser of old, which has keys to matches alone, becomes known. */
export const findMe = () =>
  once(async () => {
    const me = meet(await api.me());
    if (!me.player && keptMatches().length) return newcomer();
    if (me.player) await bring();
    return me;
  });

/** Be known from the first match on, and bring along what was played before. */
export const beKnown = () =>
  once(async () => {
    const me = meet(await api.me());
    return me.player ? me : newcomer();
  });

/** Do one such thing at a time; a table without people, or with too many newcomers, does without. */
async function once(work: () => Promise<Me>): Promise<Me | null> {
  if (solo) return null;
  while (asking) await asking;
  asking = work().catch(() => null);
  return asking.finally(() => (asking = null));
}

/** Be called or look otherwise, here and where the table knows the player; what it knew before does not undo it. */
export async function become(change: { name?: string; face?: string }): Promise<void> {
  remember(change);
  await findMe();
  const me = self.me;
  if (me?.player) meet(await api.rename({ name: me.name, face: me.face, ...change }));
}

async function newcomer(): Promise<Me> {
  const me = meet(await api.be({ name: settings.name, face: settings.face }));
  await bring();
  return me;
}

const LATER = ["unreachable", "failed", "read_only", "set_aside", "too_fast"]; // it may work another time

/** Bring along what this browser has only keys to; a key is forgotten when the match is the player's, or nobody's. */
async function bring(): Promise<void> {
  for (const { match } of keptMatches()) {
    const refused = await api.claim(match).then(
      () => "",
      (error: Refused) => error.code,
    );
    if (!LATER.includes(refused)) forgetMatch(match);
  }
}

/** List the matches of whoever plays here; without a server they are all that the browser keeps. */
export async function ownMatches(): Promise<MyMatches> {
  const me = await findMe();
  return solo || me?.player ? api.myMatches() : { matches: await keptCards(), more: false };
}

/** List the matches that this browser has keys to, where nobody is known. */
async function keptCards(): Promise<MyMatch[]> {
  const found = await Promise.all(keptMatches().map(({ match }) => api.snapshot(match).catch(gone(match))));
  return found.filter((shown) => !!shown?.mine.length).map((shown) => cardOf(shown!));
}

const gone = (match: string) => (error: Refused) => (error.code === "not_found" && forgetMatch(match), null);

function cardOf(shown: Snapshot): MyMatch {
  const { match, game, title, options, status, turn, rematch, audience } = shown;
  const card = {
    ...{ match, game, title, options, status, turn, rematch, audience },
    players: shown.players.map(({ name }) => name),
    faces: shown.players.map(({ face }) => face),
    levels: shown.players.map(({ level }) => level),
    free: 0,
    clock: shown.clock?.plan ?? null,
    created: shown.now,
    spectators: audience !== "players",
    to_move: status === "playing" ? shown.view.to_move : null,
    due: null,
    at: shown.now,
    said: shown.prompt,
  };
  return { card, seats: shown.mine, outcome: null, unrated: shown.unrated, before: null, after: null };
}

/** Say with whom a match is or was played. */
export function rivals({ card, seats }: MyMatch): { name: string; face: string; bot: boolean }[] {
  return card.players
    .map((name, seat) => ({
      name: name || t("a friend"),
      face: card.faces[seat] ?? "",
      bot: !!card.levels[seat],
      seat,
    }))
    .filter(({ seat }) => !seats.includes(seat));
}

/** Tell whether it is the player's turn, or the match begins as soon as they open it. */
export function isMyTurn({ card, seats }: MyMatch, shown?: Snapshot): boolean {
  if (card.status === "waiting") return !!shown && missing(shown).some((seat) => seats.includes(seat));
  return card.status === "playing" && card.to_move !== null && seats.includes(card.to_move);
}

/** Say what a match that has not begun waits for. */
export function awaited({ card, seats }: MyMatch, shown?: Snapshot): string {
  if (card.free) return t("The invitation is open: {0}.", count(card.free, "free seat"));
  const late = shown ? missing(shown) : [];
  if (late.some((seat) => seats.includes(seat))) return t("All seats are taken. Open it, and it begins.");
  const names = late.map((seat) => shown!.players[seat]!.name);
  return names.length ? t("It begins when {0} opens it.", listed(names)) : t("It is about to begin.");
}

/** List who has not opened a match since all seats were taken: their numbers for the dice are missing. */
function missing({ status, players, fairness }: Snapshot): number[] {
  if (status !== "waiting" || !fairness.commitments.every(Boolean)) return [];
  return players.filter(({ kind, seat }) => kind === "person" && !fairness.nonces[seat]).map(({ seat }) => seat);
}

/** Say how much time is left, for people: "11 h left", "2 days 4 h left". */
export function timeLeft(due: number, now: number): string {
  const minutes = Math.max(0, Math.floor((due - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return t("{0} {1} h left", count(Math.floor(hours / 24), "day"), hours % 24);
  return hours ? t("{0} h left", hours) : t("{0} min left", minutes);
}
