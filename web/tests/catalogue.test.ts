import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { speak, t } from "../src/lib/say";
import { count } from "../src/lib/words";
import { findWords } from "../tools/words";

const CATALOGUE = "src/words/en.json"; // npm run words writes it anew
const { said, escaped } = findWords("src");
// What is always more than one: a long time, the matches of a study, those who play
const NEVER_ONE = ["about {0} minutes", "{0} matches of {1}", "{0} players, about {1} minutes"];

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

  it("count one thing as one", () => {
    const one = (many: string) =>
      ["s", "es"].map((end) => many.slice(0, -end.length)).find((noun) => said.has(`{0} ${noun}`));
    const counted = [...said]
      .flatMap((words) => /^\{0\} (.+s)$/.exec(words)?.slice(1) ?? [])
      .filter((many) => one(many));
    counted.splice(counted.indexOf("points"), 1, "dice"); // no potion has less than three points
    const number = new RegExp(`\\{\\d\\} (${counted.join("|")})\\b`);
    const alone = [...said].filter((words) => number.test(words) && !counted.some((many) => words === `{0} ${many}`));
    expect(counted.length).toBeGreaterThan(20);
    expect(alone.sort()).toEqual(NEVER_ONE);
  });

  it("are said in another language, with the values in their places", async () => {
    expect(t("{0} side", "Red")).toBe("Red side");
    await speak("pseudo");
    expect(t("{0} side", "Red")).toBe("⟦Red side⟧");
    expect([count(1, "move"), count(2, "match", "matches")]).toEqual(["⟦1 move⟧", "⟦2 matches⟧"]);
  });
});
