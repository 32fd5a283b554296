/** Which page is shown: the address says it; without a server it stands behind its #, so any host of files will do. */
import { solo } from "./home";

function here(): { path: string; search: string; hash: string } {
  const { pathname, search, hash } = solo ? new URL(location.hash.slice(1) || "/", location.origin) : location;
  return { path: pathname, search, hash };
}

export const route = $state(here());

function read(): void {
  Object.assign(route, here());
}

addEventListener("popstate", read);

/** Write the address of a page, for a link. */
export function link(path: string): string {
  return solo ? `#${path}` : path;
}

/** Write the whole address of a page, to be sent to somebody. */
export function wholeLink(path: string): string {
  return new URL(link(path), location.href).href;
}

/** Go to another page without loading it anew. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", link(path));
  read();
  scrollTo(0, 0);
}
