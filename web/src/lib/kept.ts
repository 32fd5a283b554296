/** The matches that this browser has a seat in. */
export interface KeptMatch {
  match: string;
  game: string;
  at: number;
}

const KEY = "potluck-matches";

export function keptMatches(): KeptMatch[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as KeptMatch[];
  } catch {
    return [];
  }
}

/** Remember a match, the newest first, twenty at most. */
export function keepMatch(match: string, game: string): void {
  const others = keptMatches().filter((kept) => kept.match !== match);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ match, game, at: Date.now() }, ...others].slice(0, 20)));
  } catch {
    // a private window may refuse
  }
}

export function forgetMatch(match: string): void {
  localStorage.setItem(KEY, JSON.stringify(keptMatches().filter((kept) => kept.match !== match)));
}
