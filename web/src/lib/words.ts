/** Small words that the page itself adds: times, counts, names. The sentences of the game come from the table. */
import { t } from "./say";
import type { ClockPlan, LevelCard, LogLine, Player, SideClock, Snapshot } from "../protocol";

/** Write milliseconds as a clock shows them. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return t("{0} d {1} h", Math.floor(hours / 24), hours % 24);
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, "0");
  const rest = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** Count things: "1 move", "2 moves"; both are in the catalogue. */
export function count(number: number, one: string, many = `${one}s`): string {
  return t(`{0} ${number === 1 ? one : many}`, number);
}

/** Write a number, or words with numbers, with a real minus sign. */
export function signed(number: number | string): string {
  return String(number).replace(/(^|[^\p{L}\d])-(?=\d)/gu, "$1−");
}

/** Say how long ago something was. */
export function since(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{0} ago", count(minutes, "minute"));
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t("{0} ago", count(hours, "hour")) : t("{0} ago", count(Math.floor(hours / 24), "day"));
}

/** Make the name of an option or a thing readable: "removal_target" → "Removal target". */
export function readable(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Name a player as this viewer would: "You" for the own seat. */
export function nameOf(player: Player, snapshot: Snapshot): string {
  const alone = snapshot.mine.length === 1;
  return alone && snapshot.mine[0] === player.seat ? t("You") : player.name;
}

/** Tell who has won: nobody where it is drawn, or where nothing counts. */
export function winnersOf({ players, result }: Snapshot): Player[] {
  if (!result || ["aborted", "void"].includes(result.ending)) return [];
  const best = Math.max(...result.scores);
  const found = players.filter((player) => result.scores[player.seat] === best);
  return found.length === players.length ? [] : found;
}

/** Count the turns in which something was done. */
export function turnsOf(log: LogLine[]): number {
  return (log.findLast((line) => line.seat >= -1)?.turn ?? -1) + 1;
}

/** Say in a few words how a match ended for whoever looks: "You won". */
export function outcomeOf(snapshot: Snapshot): string {
  if (snapshot.result?.ending === "aborted") return t("Called off");
  if (snapshot.result?.ending === "void") return t("Void");
  const winners = winnersOf(snapshot);
  if (!winners.length) return t("Drawn");
  const mine = snapshot.mine.length === 1 ? snapshot.mine[0] : undefined;
  if (mine === undefined || winners.length > 1)
    return t("{0} won", listed(winners.map((player) => nameOf(player, snapshot))));
  return winners[0]!.seat === mine ? t("You won") : t("You lost");
}

/** Say who can watch a match. */
export const watchWords = (audience: Snapshot["audience"]) =>
  ({
    players: t("Nobody but the players can watch."),
    link: t("Whoever has the link can watch; the match is listed nowhere."),
    lobby: t("Anybody can watch: the match is listed on the home page."),
  })[audience];

/** Say what is wrong with a name; nothing if nothing is. */
export function wrongName(name: string): string {
  if (!name.trim()) return t("A name has at least one letter.");
  if ([...name].length > 24) return t("A name has at most 24 letters.");
  return /[\p{C}{}<>&"'`\\,=()]/u.test(name) ? t("A name has letters, digits and simple punctuation.") : "";
}

/** Say what a clock means; where each side has its own, with the names of the sides. */
export function clockWords(clock: ClockPlan | null, sides: string[] = []): string {
  if (!clock) return t("No clock.");
  if (clock.kind !== "sides") return `${sideWords(clock, " each")}.`;
  const words = clock.sides.map((side) => sideWords(side, ""));
  if (new Set(words).size === 1) return `${sideWords(clock.sides[0]!, " each")}.`;
  return `${words.map((text, seat) => `${sides[seat] ?? t("Seat {0}", seat + 1)}: ${text}`).join("; ")}.`;
}

function sideWords(clock: SideClock, each: string): string {
  if (clock.kind === "days") return t("{0} for each turn", count(clock.days, "day"));
  const bank = clock.seconds % 60 ? count(clock.seconds, "second") : count(clock.seconds / 60, "minute");
  const more = clock.increment ? t(", {0} more a turn", count(clock.increment, "second")) : "";
  return `${bank}${each}${more}${clock.delay ? t(", the first {0} of a turn free", count(clock.delay, "second")) : ""}`;
}

/** Tell how long a seat has: milliseconds for a turn of days, or in all. */
export function fullTime(clock: ClockPlan, seat: number): number {
  const side = clock.kind === "sides" ? clock.sides[seat]! : clock;
  return side.kind === "days" ? side.days * 86_400_000 : side.seconds * 1000;
}

/** Tell whether there are days between moves. */
export function hasDays(clock: ClockPlan | null | undefined): boolean {
  return clock?.kind === "days" || (clock?.kind === "sides" && clock.sides[0]?.kind === "days");
}

/** The name by which a game has a level, whatever older name it was chosen by; the second level if it has none. */
export function levelIn(levels: LevelCard[], name: string): string {
  const found = levels.find((level) => level.name === name || level.aliases.includes(name));
  return (found ?? levels[Math.min(1, levels.length - 1)])?.name ?? name;
}

/** Name a bot by its level. */
export function levelName(level: string): string {
  return level.charAt(0).toUpperCase() + level.slice(1);
}

/** Join words as a sentence does: "a, b and c". */
export function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return t("{0} and {1}", words.slice(0, -1).join(", "), words[words.length - 1]);
}

/** Keep together what belongs to an arrow, so that no line ends in it. */
export function bound(sentence: string): string {
  return sentence.replaceAll(" → ", "\u00a0→\u00a0");
}

/** Drop the words that all labels begin with: "Pick the Thief", "Pick the Priest" → "Thief", "Priest". */
export function distinct(labels: string[]): string[] {
  if (labels.length < 3) return labels;
  const split = labels.map((label) => label.split(" "));
  let same = 0;
  while (split.every((words) => words.length > same + 1 && words[same] === split[0]![same])) same += 1;
  return split.map((words) => words.slice(same).join(" ")).map((label) => label[0]!.toUpperCase() + label.slice(1));
}

const RULING = /\s*\(([A-Z]{2}\d+)\)\.?$/;

/** Take off a sentence what is shown beside it: the move that was tried, and the ruling, which is a link. */
export function unruled(sentence: string): string {
  return sentence.replace(/^illegal move '[^']*': /, "").replace(RULING, "");
}
