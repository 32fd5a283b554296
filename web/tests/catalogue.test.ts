import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { speak, t } from "../src/lib/say";
import { count } from "../src/lib/words";
import { findWords } from "../tools/words";

const CATALOGUE = "src/words/en.json"; // npm run words writes it anew
const { said, escaped } = findWords("src");

describe("the page's own words", () => {
  afterEach(() => speak("en"));

  it("are all said through the catalogue", () => {
    expect(escaped).toEqual([]);
    expect(said.size).toBeGreaterThan(500);
  });

  it("are all in the catalogue, and nothing else is", () => {
    const words = Object.fromEntries([...said].sort().map((english) => [english, english]));
    if (process.env.POTLUCK_WORDS) writeFileSync(CATALOGUE, `${JSON.stringify(words, null, 2)}\n`);
    expect(JSON.parse(readFileSync(CATALOGUE, "utf8"))).toEqual(words);
  });

  it("are said in another language, with the values in their places", async () => {
    expect(t("{0} side", "Red")).toBe("Red side");
    await speak("pseudo");
    expect(t("{0} side", "Red")).toBe("⟦Red side⟧");
    expect([count(1, "move"), count(2, "match", "matches")]).toEqual(["⟦1 move⟧", "⟦2 matches⟧"]);
  });
});
