/** Kept for offline, one build at a time; one table among all tabs of this browser. */
import { t } from "../lib/say";
import { close, open, table } from "./line.svelte";
import type { Kernel } from "./messages";

const LOCK = "potluck-solo";

/** What the page knows of its own keeping. */
export const site = $state({
  offline: false, // it works without a network
  why: "", // why it cannot be kept, if it cannot
  newer: null as ServiceWorker | null, // a build that waits
});

const AGAIN = 1000; // milliseconds until a tab asks once more whether the table is free
let asking = 0;

/** Open the table here, unless another tab has it; take it over if asked to. */
export function take(kernel: Kernel, steal = false): void {
  if (!("locks" in navigator)) return open(kernel); // plain http: then whoever opens two tabs sees a conflict refused
  const how = steal ? { steal } : { ifAvailable: true };
  navigator.locks
    .request(LOCK, how, (lock) => {
      if (!lock) return waitForIt(kernel);
      open(kernel);
      return new Promise<void>(() => {}); // held until the tab is closed, or another takes it over
    })
    .catch(() => {
      close();
      waitForIt(kernel);
    });
}

/** Open the table here once the other tab is gone, but only under the eyes of whoever plays. */
function waitForIt(kernel: Kernel): void {
  table.phase = "elsewhere";
  clearTimeout(asking);
  asking = window.setTimeout(() => {
    if (table.phase !== "elsewhere") return;
    if (document.hidden) waitForIt(kernel);
    else take(kernel);
  }, AGAIN);
}

/** Keep the site for offline; called when the table runs, so that it does not have to wait. */
export async function keepSite(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    site.why = t("Over plain http a browser keeps nothing for offline; open Potluck over https, or on this machine.");
    return;
  }
  try {
    const registration = await navigator.serviceWorker.register("./sw.js");
    const look = () => (site.newer = navigator.serviceWorker.controller ? registration.waiting : null);
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
    await navigator.serviceWorker.ready;
    site.offline = true;
  } catch (error) {
    site.why = t("This browser did not keep Potluck for offline ({0}).", (error as Error).message);
  }
}

/** Go on with the build that waits. */
export function update(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  site.newer?.postMessage("replace");
}

/** Ask the browser to keep our matches even when its disk is full. */
export function keepMatches(): void {
  void navigator.storage?.persist?.();
}
