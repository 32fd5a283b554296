import { afterEach, expect, test, vi } from "vitest";
import { dayText, monthText, numberText } from "../src/lib/dates";

const DAY = new Date(2026, 10, 18, 12).getTime();

function read(page: string, browser: string) {
  vi.stubGlobal("document", { documentElement: { lang: page } });
  vi.stubGlobal("navigator", { language: browser });
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en", "en-US", "Nov 18, 2026"],
  ["en", "en-GB", "18 Nov 2026"],
  ["en", "de-DE", "18 Nov 2026"],
  ["", "fr-CH", "18 Nov 2026"],
  ["de", "de-AT", "18. Nov. 2026"],
  ["de", "en-US", "18. Nov. 2026"],
])("a day on a page in %j, read in %s", (page, browser, told) => {
  read(page, browser);
  expect(dayText(DAY, { year: "numeric" })).toBe(told);
});

test("words stay those of the page, and a point never parts thousands in English", () => {
  read("en", "de-DE");
  expect(monthText(DAY)).toBe("November 2026");
  expect(numberText(1234567)).toBe("1,234,567");
});
