/** How many matches wait for the player: in the title of the page, on its icon, and on the icon of the app. */

let waiting = 0;
const mark = /^\(\d+\) /;

/** Show the number in the title that a page has given itself. */
function title(): void {
  const plain = document.title.replace(mark, "");
  const wanted = waiting ? `(${waiting}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}

/** Show how many matches wait; none: nothing. */
export function badge(count: number): void {
  waiting = count;
  title();
  document.querySelector("link[rel=icon]")?.setAttribute("href", count ? "/pot-turn.svg" : "/pot.svg");
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined); // only an installed app has an icon to show it on
}

/** Keep the number in the title, whatever pages call themselves. */
export function keepBadge(): () => void {
  const watch = new MutationObserver(title);
  watch.observe(document.querySelector("title")!, { childList: true, characterData: true, subtree: true });
  return () => watch.disconnect();
}
