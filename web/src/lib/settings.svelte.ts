/** What this browser remembers: theme, sound, the guest's name, the way of playing. */

export type Theme = "auto" | "light" | "dark";
export type Way = "computer" | "friend" | "screen";

interface Kept {
  theme: Theme;
  sound: boolean;
  name: string;
  way: Way;
  level: string;
}

const KEY = "potluck";
const DEFAULTS: Kept = { theme: "auto", sound: false, name: "Guest", way: "computer", level: "casual" };

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
}

/** Tell whether the dark cloth lies on the table. */
export function isDark(): boolean {
  if (settings.theme !== "auto") return settings.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
