/** Small words that the page itself adds: times, counts, names. The sentences of the game come from the table. */
import type { Player, Snapshot } from "../protocol";

/** Write milliseconds as a clock shows them. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, "0");
  const rest = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** Count things: "1 move", "2 moves". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Write a number with a real minus sign. */
export function signed(number: number): string {
  return String(number).replace("-", "−");
}

/** Say how long ago something was. */
export function since(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${count(minutes, "minute")} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${count(hours, "hour")} ago` : `${count(Math.floor(hours / 24), "day")} ago`;
}

/** Make the name of an option or a thing readable: "removal_target" → "Removal target". */
export function readable(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Name a player as this viewer would: "You" for the own seat. */
export function nameOf(player: Player, snapshot: Snapshot): string {
  const alone = snapshot.mine.length === 1;
  return alone && snapshot.mine[0] === player.seat ? "You" : player.name;
}

/** Name a bot by its level. */
export function levelName(level: string): string {
  return level.charAt(0).toUpperCase() + level.slice(1);
}

/** Join words as a sentence does: "a, b and c". */
export function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
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
