/** What a board is told from beside it: which squares a sentence names, and whether every place can be edited. */

export const pointed = $state<{ squares: string[]; editing: boolean }>({ squares: [], editing: false });

/** Find the squares that are named in a sentence. */
export function squaresIn(text: string): string[] {
  return [...new Set(text.match(/\b[a-j](?:10|[1-9])\b/g) ?? [])];
}

/** Light the squares of a sentence, or none. */
export function pointAt(text: string): void {
  pointed.squares = squaresIn(text);
}
