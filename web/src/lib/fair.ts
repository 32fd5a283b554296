/**
 * What this browser knows of the dice by itself: the first seal, the nonces that it made, and what all had committed
 * to when it revealed its own. It is checked at the end against what the table publishes; see docs/fairness.md.
 */
import { t, word } from "./say";
import type { Action, Fairness, Snapshot } from "../protocol";
import { fromHex, hmac, sha256 } from "./hash";
import { commandId } from "./socket";
import { listed } from "./words";

interface Kept {
  match: string;
  nonces: string[]; // usually one; another window of this browser may have made its own
  seal: string; // the first that was shown
  commitments: string[]; // of all, when our nonce was revealed; never changed after that
}

/** What a check came to: proven, disproven, or not to be known here. */
export interface Verdict {
  proven: boolean | null;
  title: string;
  sentence: string;
  receipt: string; // for `potluck verify`
}

const KEY = "potluck-dice";
const MOST = 100; // matches
let held: Kept[] = []; // until the page is closed, where a private window keeps nothing

function all(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return held;
  }
}

function find(match: string): Kept {
  return all().find((kept) => kept.match === match) ?? { match, nonces: [], seal: "", commitments: [] };
}

function keep(kept: Kept): void {
  const news = [kept, ...all().filter((other) => other.match !== kept.match)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(news));
  } catch {
    held = news;
  }
}

/** Make a nonce for a match, keep it, and return what may be shown of it. */
export function promise(match: string): string {
  const kept = find(match);
  if (!kept.nonces.length) keep({ ...kept, nonces: [commandId()] });
  return sha256(find(match).nonces[0]!);
}

/** Find what this browser has to add to the dice now. */
export function addToDice(shown: Snapshot): Action | null {
  const { fairness, match } = shown;
  const seat = shown.mine[0];
  if (seat === undefined || shown.status !== "waiting") return null;
  remember(match, fairness);
  if (!fairness.commitments[seat]) return { do: "commit", commitment: promise(match) };
  if (!fairness.commitments.every(Boolean) || fairness.nonces[seat] || trouble(shown)) return null;
  const kept = find(match);
  const nonce = kept.nonces.find((made) => sha256(made) === fairness.commitments[seat]);
  if (!nonce) return null;
  keep({ ...kept, commitments: fairness.commitments });
  return { do: "reveal", nonce };
}

/** Tell whether our number for the dice is in another browser, and the match waits for it. */
export function isElsewhere(shown: Snapshot): boolean {
  const { fairness, match } = shown;
  const seat = shown.mine[0];
  if (seat === undefined || shown.status !== "waiting" || !fairness.commitments.every(Boolean)) return false;
  return !fairness.nonces[seat] && !find(match).nonces.some((made) => sha256(made) === fairness.commitments[seat]);
}

/** Remember the first seal. */
function remember(match: string, fairness: Fairness): void {
  const kept = find(match);
  if (!kept.seal) keep({ ...kept, seal: fairness.seal });
}

/** Say what differs from what this browser has kept; nothing if all is as it was promised. */
export function trouble({ match, mine, fairness }: Snapshot): string {
  const kept = find(match);
  const own = fairness.commitments[mine[0] ?? -1];
  if (kept.seal && kept.seal !== fairness.seal) return t("The table now shows another seal than before the match.");
  if (own && kept.nonces.length && !kept.nonces.some((made) => sha256(made) === own))
    return t("The table shows a commitment for you that this browser did not make.");
  if (kept.commitments.length && kept.commitments.join() !== fairness.commitments.join())
    return t("The commitments have been changed since this browser revealed its number.");
  return "";
}

/** Check at the end what the table has published; null while there is nothing to check. */
export function judge(shown: Snapshot): Verdict | null {
  const { fairness } = shown;
  if (!fairness.seed) return null;
  const wrong = trouble(shown) || mismatch(shown);
  if (wrong) return { proven: false, title: t("What was drawn is not as it was sealed"), sentence: wrong, receipt: "" };
  const kept = find(shown.match);
  if (!fairness.nonces.every(Boolean)) return unknown(t("Not all numbers were revealed, so nothing was drawn."));
  if (fairness.version === 1)
    return unknown(t("The seed fits its seal. The match began before players made commitments."));
  if (!kept.commitments.length)
    return unknown(t("The seed fits the seal shown now. This browser did not see it before the match."));
  return {
    proven: true,
    title: t("What was drawn is as it was sealed"),
    sentence: [PROMISED, ...(isShared(shown) ? [SHARED] : []), UNSEEN].map((sentence) => t(sentence)).join(" "),
    receipt: sha256(`${shown.match}|${kept.seal}|${kept.commitments.join()}`),
  };
}

const PROMISED = word("The seed, the terms and all numbers are those this browser was promised before the match.");
const SHARED = word("Bots, and players on one screen, shared the number of the first of them.");
const UNSEEN = word("It has not recomputed what each number meant: potluck verify does that with the record.");
const unknown = (sentence: string): Verdict => ({ proven: null, title: t("Not proven here"), sentence, receipt: "" });

/** Tell whether some seats have no number of their own. */
export function isShared({ mine, players }: Snapshot): boolean {
  return mine.length > 1 || players.some((player) => player.kind === "bot");
}

/** Say what does not fit among the things that were published. */
function mismatch(shown: Snapshot): string {
  const { seed, seal, terms, nonces, commitments, version } = shown.fairness;
  const sealed = version === 1 ? sha256(fromHex(seed)) : sha256(`${terms}|${seed}`);
  if (sealed !== seal) return t("The seed published now is not the one that was sealed before the match.");
  if (version > 1 && nonces.some((nonce, seat) => nonce && sha256(nonce) !== commitments[seat]))
    return t("A number published now is not the one that was committed to before the match.");
  if (version > 1 && nonces.every(Boolean) && begins(shown) !== Number(shown.options.first ?? 0))
    return t("The seat that began is not the one that the seal draws.");
  return "";
}

/** Find who begins: as the terms say, or drawn. */
function begins({ match, fairness, players }: Snapshot): number {
  const agreed = fairness.terms.split("|")[3] ?? "";
  if (agreed !== "drawn") return Number(agreed);
  const drawn = hmac(fromHex(fairness.seed), `${match}|${fairness.nonces.join()}|first`);
  return Number(BigInt(`0x${drawn}`) % BigInt(players.length));
}

/** One thing that was recomputed here: what the table has published, and what comes out. */
export interface Check {
  what: string;
  published: string;
  computed: string;
  fits: boolean;
}

/** Recompute the seal, every commitment, and who begins, for somebody who wants to see it. */
export function recompute(shown: Snapshot): Check[] {
  const { seed, seal, terms, nonces, commitments, version } = shown.fairness;
  const check = (what: string, published: string, computed: string) => ({
    ...{ what, published, computed },
    fits: published === computed,
  });
  const sealed = version === 1 ? sha256(fromHex(seed)) : sha256(`${terms}|${seed}`);
  const name = (seat: number) => shown.players[seat]?.name ?? t("seat {0}", seat + 1);
  const revealed = version > 1 ? [...nonces.keys()].filter((seat) => nonces[seat]) : [];
  const alike = (one: number, other: number) =>
    nonces[one] === nonces[other] && commitments[one] === commitments[other];
  const seats = revealed
    .filter((seat) => !revealed.some((other) => other < seat && alike(seat, other)))
    .map((seat) => {
      const names = revealed.filter((other) => alike(seat, other)).map(name);
      return check(t("Number of {0}", listed(names)), commitments[seat]!, sha256(nonces[seat]!));
    });
  const drawn = terms.split("|")[3] === "drawn" && nonces.every(Boolean);
  const first = drawn ? [check(t("Who begins"), name(Number(shown.options.first ?? 0)), name(begins(shown)))] : [];
  return [check(t("Seal of the seed and the terms"), seal, sealed), ...seats, ...first];
}

/** Compute the number from which chance was drawn at a move. */
export function drawNumber({ match, fairness }: Snapshot, ply: number): string {
  return hmac(fromHex(fairness.seed), `${match}|${fairness.nonces.join()}|${ply}|0|0`);
}

/** Tell what this browser has kept of a match since before it began. */
export const sawSeal = (match: string): boolean => !!find(match).commitments.length;
