/** The page without a server: the same pages, with a table in a worker of this browser. */
import { mount } from "svelte";
import App from "../App.svelte";
import "../base.css";
import { way } from "../lib/home";
import { speak } from "../lib/say";
import { applyTheme, settings } from "../lib/settings.svelte";
import { follow } from "./files";
import { take } from "./install.svelte";
import { send, table, wire } from "./line.svelte";
import type { Kernel } from "./messages";
import Notices from "./Notices.svelte";

const [folder, bytes, version] = document
  .querySelector<HTMLMetaElement>("meta[name=potluck-kernel]")!
  .content.split(" ");
const kernel: Kernel = {
  folder: new URL(folder || "./", location.href.split("#")[0]).href,
  bytes: Number(bytes),
  version: version ?? "",
};

/** What does not depend on any match is answered from a file, before there is a table. */
const known = fetch(`${kernel.folder}answers.json`)
  .then((answer) => answer.json() as Promise<Record<string, unknown>>)
  .catch(() => ({}) as Record<string, unknown>);
way.send = async (method, address, init) => {
  const found = method === "GET" ? (await known)[address] : undefined;
  return found === undefined ? send(method, address, init) : new Response(JSON.stringify(found));
};
way.wire = wire;

Object.assign(globalThis, { potluck: { send, table } }); // for the console, and for tests

document.addEventListener("click", follow);
addEventListener("auxclick", follow);
applyTheme();
take(kernel);
const target = document.getElementById("app")!;
void speak(settings.language).then(() => {
  mount(Notices, { target, props: { kernel } });
  mount(App, { target });
});
