/** The page's own words. They stand in the code in English; every other language has a catalogue of them. */
type Value = string | number | null | undefined;

const CATALOGUES = import.meta.glob<Record<string, string>>(["../words/*.json", "!../words/en.json"], {
  import: "default",
});
const PSEUDO = "pseudo"; // a language that shows which words are in the catalogue
let words: (english: string) => string = (english) => english;

/** Say something in the chosen language; {0}, {1} … stand for the values. */
export function t(english: string, ...values: Value[]): string {
  return words(english).replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ""));
}

/** Mark words that are said later, as those of tables that are read before a language is known. */
export function word(english: string): string {
  return english;
}

/** Load the words of a language; English, and what a catalogue leaves out, is as it stands in the code. */
export async function speak(language: string): Promise<void> {
  document.documentElement.lang = language === PSEUDO ? "en" : language;
  const load = CATALOGUES[`../words/${language}.json`];
  const found = load ? await load() : {};
  words = language === PSEUDO ? (english) => `⟦${english}⟧` : (english) => found[english] ?? english;
}
