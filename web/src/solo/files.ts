/** Links to what a server would send: as pages behind #, or as files made here. */
import { t } from "../lib/say";
import { go } from "../lib/route.svelte";
import { addresses, type Imported, type Refusal } from "../protocol";
import { send } from "./line.svelte";
import { dump, restore, type Dump } from "./shelf";

export function save(name: string, content: Blob): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

/** Save everything that is kept in this browser, readable or not; say what went wrong. */
export async function saveAll(): Promise<string> {
  try {
    save("potluck-matches.json", new Blob([JSON.stringify(await dump(), null, 1)], { type: "application/json" }));
    return "";
  } catch (error) {
    return t("This browser does not hand out what it keeps ({0}). Nothing was changed.", (error as Error).name);
  }
}

/** Where to go then, and whether the page must be loaded anew there; or what is wrong. */
export type Brought = { path: string; anew: boolean } | { wrong: string };

/** Bring back what was saved so, or a record. */
export async function bring(file: File): Promise<Brought> {
  const text = await file.text();
  if (text.startsWith("{")) return bringAll(text);
  const answer = await send("POST", addresses.importRecord(), { body: text });
  const said = (await answer.json()) as Imported | Refusal;
  return "match" in said ? { path: `/replay/${said.match}`, anew: false } : { wrong: said.sentence };
}

async function bringAll(text: string): Promise<Brought> {
  try {
    await restore(JSON.parse(text) as Dump);
    return { path: "/matches", anew: true }; // the table reads what is there when it opens
  } catch (error) {
    return { wrong: t("This file could not be brought back ({0}). Nothing was changed.", (error as Error).message) };
  }
}

async function fetchFile(address: string, name: string): Promise<void> {
  const answer = await send("GET", address, {});
  const text = await answer.text();
  if (answer.ok) save(name || "potluck.txt", new Blob([text], { type: "text/plain" }));
}

/** Follow links that begin at the root of a server: there is none. */
export function follow(event: MouseEvent): void {
  const anchor = (event.target as Element).closest?.("a");
  const address = anchor?.getAttribute("href");
  if (!address?.startsWith("/") || event.defaultPrevented) return;
  event.preventDefault();
  if (address.startsWith("/api/")) void fetchFile(address, anchor!.download);
  else go(address);
}
