/** Fail where a line of the page is longer than 120 columns; left out are what tools write, and whole sentences. */
import { readFileSync, readdirSync } from "node:fs";

const MOST = 120;
const SENTENCE = /^\s*"[^"]*",$/; // as the catalogue has it
const WRITTEN = /\.json$|^src\/protocol\.ts$/;

const files = ["src", "tests", "tools"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);
const long = files
  .filter((file) => !WRITTEN.test(file) && !file.includes("__pycache__"))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((line, place) => ({
        where: `${file}:${place + 1}`,
        length: SENTENCE.test(line) ? 0 : [...line].length,
      }))
      .filter(({ length }) => length > MOST),
  );
for (const { where, length } of long) console.error(`${where}: ${length} columns, at most ${MOST}`);
process.exitCode = long.length ? 1 : 0;
