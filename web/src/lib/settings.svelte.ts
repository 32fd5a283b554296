/** What this browser remembers: how the table looks, sounds and moves, the guest's name, the way of playing. */

import { MediaQuery } from "svelte/reactivity";

export type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast" | "once";
export type Letters = "none" | "usual" | "all";
export type Way = "computer" | "friend" | "screen";

interface Kept {
  theme: Theme;
  sound: boolean;
  volume: number; // from 0 to 100
  hush: string[]; // kinds of sounds that are not wanted
  pace: Pace; // of what others do
  still: boolean; // nothing travels, whatever the machine is set to
  coords: boolean; // the names of squares are printed on the board
  confirm: boolean; // a move is shown first, and made by the second click
  letters: Letters; // on pieces: none, where a drawing has them, or on all
  patterns: boolean; // what differs by colour differs by a pattern too
  flip: boolean; // the board is seen from the other side
  language: string; // of the page's own words, as far as there is a catalogue of them
  name: string;
  face: string;
  way: Way;
  level: string;
}

const KEY = "potluck";
const DEFAULTS: Kept = {
  theme: "auto",
  sound: false,
  volume: 70,
  hush: [],
  pace: "normal",
  still: false,
  coords: true,
  confirm: false,
  letters: "usual",
  patterns: false,
  flip: false,
  language: "en",
  name: "Guest",
  face: "",
  way: "computer",
  level: "spoon",
};

function load(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state(load());

/** Remember the settings and let them take effect. */
export function remember(change: Partial<Kept>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a private window may refuse: the choice lasts as long as the page
  }
  applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  document.documentElement.toggleAttribute("data-still", settings.still);
}

const darkOutside = new MediaQuery("prefers-color-scheme: dark");

/** Tell whether the dark cloth lies on the table; where nobody has chosen, it changes with the machine. */
export function isDark(): boolean {
  return settings.theme === "auto" ? darkOutside.current : settings.theme === "dark";
}

/** Lay the other cloth on the table; the one that the machine asks for goes on following it. */
export function turnCloth(): void {
  const dark = !isDark();
  remember({ theme: dark === darkOutside.current ? "auto" : dark ? "dark" : "light" });
}
