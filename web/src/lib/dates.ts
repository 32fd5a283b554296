/** Dates and great numbers: in the words of the page, in the order that the reader is used to. */

/** The page's language as the reader's browser writes it; where that has another one, as most of the world does. */
function region(): string {
  const page = document.documentElement.lang || "en";
  const own = navigator.language;
  return own.split("-")[0] === page ? own : page === "en" ? "en-GB" : page;
}

/** Write a day; the month is a word, so that no order of day and month can be taken for the other. */
export function dayText(at: number, parts: Intl.DateTimeFormatOptions = {}): string {
  return new Date(at).toLocaleDateString(region(), { day: "numeric", month: "short", ...parts });
}

/** Write a month: "November 2026". */
export function monthText(at: number): string {
  return new Date(at).toLocaleDateString(region(), { month: "long", year: "numeric" });
}

/** Write a number with its thousands apart. */
export function numberText(number: number): string {
  return number.toLocaleString(region());
}
