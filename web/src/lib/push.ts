/** Messages from the table while no page is open: the browser asks the player, and keeps where it is told. */
import { t } from "./say";
import type { Me } from "../protocol";
import { api, Refused } from "./api";
import { meet } from "./me.svelte";

const WORKER = "/push.js";

/** Tell whether this browser can be told anything at all. */
export const canBeTold = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Tell whether this browser is told. */
export const isTold = async () => canBeTold() && (await subscription()) !== null;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Ask the player, then have this browser told. */
export async function tellHere(key: string): Promise<Me> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Refused("not_allowed", t("The browser was told to show no messages of this page."));
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
    .catch((): never => {
      throw new Refused("failed", t("The browser cannot reach the service that carries its messages."));
    });
  const { endpoint, keys } = made.toJSON();
  return meet(await api.addPush({ endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]! }));
}

/** Have this browser told nothing any more. */
export async function tellNothing(): Promise<Me> {
  const found = await subscription();
  await found?.unsubscribe();
  return meet(await api.endPush(found ? { endpoint: found.endpoint } : {}));
}
