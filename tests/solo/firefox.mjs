// Try the site in a Firefox: node firefox.mjs FOLDER-WITH-PUPPETEER ADDRESS [PICTURE]. Print what was seen.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [folder, home, picture] = process.argv.slice(2);
const puppeteer = createRequire(join(resolve(folder), "x.js"))("puppeteer-core");
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox",
  headless: true,
  protocolTimeout: 1_200_000,
});
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 800 });
const troubles = [];
page.on("pageerror", (error) => troubles.push(error.message));
page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function open(load) {
  const begun = Date.now();
  await load();
  for (;;) {
    const { phase, reason } = await page.evaluate(() => ({ ...globalThis.potluck?.table }));
    if (phase === "ready") return (Date.now() - begun) / 1000;
    if (phase === "failed") throw new Error(reason);
    await pause(200);
  }
}

const seen = { version: await browser.version(), cold: await open(() => page.goto(home)) };
const match = await page.evaluate(async () => {
  const seats = [{ kind: "person", name: "Ada" }, { kind: "bot", level: "crumb" }];
  const options = { powers: "torus+armor+jolt/caboose+reaper+jolt", quiet_turns: 3 };
  const body = JSON.stringify({ game: "struggle", seats, options });
  const answer = await (await potluck.send("POST", "/api/matches", { body })).json();
  location.hash = `/match/${answer.match}`;
  return answer.match;
});

/** Click anything that is lit, until the match is over or enough was clicked. */
async function play(clicks) {
  for (let count = 0; count < clicks; count++) {
    await page.waitForSelector("main.table[data-mine=true], main.table[data-status=over]", { timeout: 600_000 });
    if (await page.$("main.table[data-status=over]")) return true;
    await page.evaluate(() => {
      const things = document.querySelectorAll(".spot.may, [data-pick]");
      things[Math.floor(Math.random() * things.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await pause(60);
  }
  return false;
}

await play(6);
const ply = () => page.$eval("main.table", (table) => Number(table.dataset.ply));
const before = await ply();
seen.warm = await open(() => page.reload());
await page.waitForSelector("main.table[data-mine=true], main.table[data-status=over]", { timeout: 600_000 });
seen.kept = (await ply()) >= before;
seen.snapshot = await page.evaluate(() => potluck.table.snapshot);
seen.over = await play(2000);
seen.record = (await page.evaluate(async (match) => {
  const answer = await potluck.send("GET", `/api/matches/${match}/record`, {});
  return answer.text();
}, match)).split("\n").length;
seen.offline = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? "");
if (picture) await page.screenshot({ path: picture });
console.log(JSON.stringify({ ...seen, troubles }));
await browser.close();
