/** What is agreed on before a match: values, the sentences about them, and presets that this browser keeps. */
import { t } from "../lib/say";
import type { ClockPlan, GameCard, OptionCard, PresetCard, Thing } from "../protocol";
import { count, listed } from "../lib/words";

export type Value = number | boolean | string;
export type Values = Record<string, Value>;
export type Things = Record<string, Thing>;

/** What an editor of a game is given. */
export interface EditorProps {
  card: GameCard;
  values: Values;
  things: Things;
  wrong: Record<string, string>; // by the name of the option
  set: (name: string, value: Value) => void;
}

/** One sentence of the set-up; it is marked where it differs from the preset. */
export interface Said {
  option: string;
  text: string;
  differs: boolean;
}

/** Who begins is asked for with the seats. */
export const optionsOf = (card: GameCard): OptionCard[] => card.options.filter(({ name }) => name !== "first");

export const defaults = (card: GameCard): Values =>
  Object.fromEntries(optionsOf(card).map((option) => [option.name, option.default]));

/** The values of a preset: those it names, and else the rulebook's. */
export const valuesOf = (card: GameCard, preset: { options: Values }): Values => ({
  ...defaults(card),
  ...preset.options,
});

/** Those values that differ from the rulebook's. */
export function changedIn(card: GameCard, values: Values): Values {
  const changed = optionsOf(card).filter(({ name, default: usual }) => values[name] !== usual);
  return Object.fromEntries(changed.map(({ name }) => [name, values[name]!]));
}

/** Split what is joined by a sign; nothing is no part. */
export const split = (text: Value | undefined, sign: string) =>
  String(text ?? "")
    .split(sign)
    .filter(Boolean);

/** Name a thing as the game's words do. */
export const nameOf = (things: Things, name: string) => things[name]?.name ?? name;

/** Say what a value means, in a sentence; nothing where it goes without saying. */
export function say(option: OptionCard, value: Value, things: Things): string {
  if (option.kind === "switch") return value ? option.text : "";
  if (option.kind === "number") return sayNumber(option, Number(value));
  const place = option.choices.indexOf(value);
  if (place >= 0) return option.says[place] ?? "";
  if (option.kind === "set") return `${option.title}: ${listed(split(value, "+").map((one) => nameOf(things, one)))}.`;
  return option.says[option.choices.length] ?? "";
}

function sayNumber(option: OptionCard, value: number): string {
  if (value === 0 && option.zero) return option.zero;
  return option.says[0]?.replace("{}", option.unit ? count(value, option.unit) : String(value)) ?? "";
}

/** Say what is wrong with a value by itself; nothing if nothing is. */
export function wrongValue(option: OptionCard, value: Value): string {
  if (option.kind === "number") {
    const number = Number(value);
    const { least, most } = option;
    const fits = Number.isInteger(number) && (least === null || number >= least) && (most === null || number <= most);
    return fits ? "" : t("{0} takes a whole number from {1} to {2}.", option.title, least, most);
  }
  if (option.kind !== "set" || option.choices.includes(value)) return "";
  const chosen = split(value, "+").length;
  return chosen === option.count ? "" : t("Choose {0} of them, not {1}.", option.count, chosen);
}

export interface OwnPreset {
  name: string;
  options: Values;
  clock: ClockPlan | null;
}

const KEY = "potluck-presets";

function kept(): Record<string, OwnPreset[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, OwnPreset[]>;
  } catch {
    return {};
  }
}

/** The presets that this browser keeps of a game; options that the game has no more are left out. */
export function ownPresets(card: GameCard): OwnPreset[] {
  const known = new Set(optionsOf(card).map(({ name }) => name));
  const fitting = (options: Values) => Object.fromEntries(Object.entries(options).filter(([name]) => known.has(name)));
  return (kept()[card.name] ?? []).map((preset) => ({ ...preset, options: fitting(preset.options ?? {}) }));
}

/** Keep the presets of a game. */
export function keepPresets(game: string, presets: OwnPreset[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: presets }));
  } catch {
    // a private window may refuse: they last as long as the page
  }
}

/** Show a kept preset as the game's own are shown. */
export const asCard = ({ name, options, clock }: OwnPreset): PresetCard => ({
  ...{ name: `own:${name}`, title: name, options, clock },
  text: t("kept in this browser"),
});

/** Tell whether two values of any shape are the same. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
