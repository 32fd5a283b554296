/** Which page is shown: the address says it. */

export const route = $state({ path: location.pathname, hash: location.hash });

function read(): void {
  route.path = location.pathname;
  route.hash = location.hash;
}

addEventListener("popstate", read);

/** Go to another page without loading it anew. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  read();
  scrollTo(0, 0);
}
