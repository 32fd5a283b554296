/** Find the page's own words in its code: what is said through the catalogue, and what escapes it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type AST } from "svelte/compiler";

interface Node {
  type: string;
  [field: string]: unknown;
}

/** What was found: words of the catalogue, and words that people would see all the same. */
export interface Found {
  said: Set<string>;
  escaped: string[];
}

// What is no part of the page's words: its own workings, and workers, which do not know the language
const ELSEWHERE = /protocol\.ts|say\.ts|solo\/(kernel|mind|shelf|table\.worker)/;
// Attributes that people read or hear
const READ = new Set(["aria-label", "title", "placeholder", "alt", "what", "about", "label", "off"]);
const LETTERS = /\p{L}{2}/u;
const SENTENCE = /\p{L}[.,:;?!]? \p{L}/u; // two words that belong together
const CODE = new RegExp(
  [
    String.raw`^(--|you@|XXXX|M\d|calc\(|ms$|deg$|go on$|taken back$|to come$|px$|vh$)`,
    String.raw`transform|opacity|var\(|\dpx|#[\da-f]{3}|[<>{}[\]=|]|cubic-bezier|potluck verify|prefers-`,
    String.raw`^[a-z.]+(, [a-z.]+)+$|^[\w-]+(, ?\.[\w-]+)+$`,
  ].join("|"),
);
const NAMES = new Set(["Potluck"]);

/** Look through all files of the page. */
export function findWords(folder: string): Found {
  const found: Found = { said: new Set(), escaped: [] };
  for (const file of filesOf(folder)) {
    const text = readFileSync(file, "utf8");
    const source = file.endsWith(".ts") ? `<script lang="ts">\n${text}\n</script>` : text;
    const { fragment, instance, module } = parse(source, { modern: true }) as AST.Root;
    const note = (words: string) => found.escaped.push(`${file.slice(folder.length + 1)}: ${words}`);
    for (const part of [fragment, instance?.content, module?.content]) look(part, [], found, note);
  }
  return found;
}

function* filesOf(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (/\.(svelte|ts)$/.test(path) && !ELSEWHERE.test(path)) yield path;
  }
}

function look(thing: unknown, above: Node[], found: Found, note: (words: string) => void): void {
  if (Array.isArray(thing)) return thing.forEach((one) => look(one, above, found, note));
  if (!thing || typeof thing !== "object" || !("type" in thing)) return;
  const node = thing as Node;
  if (/^(TS|Import)/.test(node.type) && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
  if (node.type === "CallExpression" && hear(node, found)) above = [...above, { type: "Said" }];
  else if (node.type === "Text" && isSeen(node.data as string, above)) note((node.data as string).trim());
  else if (node.type === "Literal" && isSentence(node.value, above)) note(node.value as string);
  else if (node.type === "TemplateElement" && isSentence((node.value as { cooked: string }).cooked, above))
    note((node.value as { cooked: string }).cooked);
  for (const [field, value] of Object.entries(node))
    if (!["metadata", "parent", "loc", "typeAnnotation"].includes(field)) look(value, [...above, node], found, note);
}

/** Note what a call says. */
function hear(call: Node, { said }: Found): boolean {
  const name = (call.callee as { name?: string }).name;
  const [first, second, third] = (call.arguments as { value?: unknown }[]).map(({ value }) => value);
  if ((name === "t" || name === "word") && typeof first === "string") said.add(first);
  if (name === "count" && typeof second === "string")
    said.add(`{0} ${second}`).add(`{0} ${typeof third === "string" ? third : `${second}s`}`);
  return name === "t" || name === "word" || name === "count";
}

/** Tell whether a text of the markup would be read. */
function isSeen(text: string, above: Node[]): boolean {
  const attribute = above.find((node) => node.type === "Attribute");
  if (attribute) return READ.has(attribute.name as string) && LETTERS.test(text) && !CODE.test(text);
  const host = above.findLast((node) => node.type === "RegularElement")?.name;
  return LETTERS.test(text) && !CODE.test(text) && !NAMES.has(text.trim()) && host !== "code" && host !== "style";
}

/** Tell whether a string of the code is a sentence that would be read. */
function isSentence(value: unknown, above: Node[]): boolean {
  if (typeof value !== "string" || !SENTENCE.test(value) || CODE.test(value)) return false;
  const parent = above[above.length - 1];
  const attribute = above.find((node) => node.type === "Attribute")?.name as string | undefined;
  return (
    parent?.type !== "Said" && above[above.length - 2]?.type !== "Said" && !/^(class|style|d)$/.test(attribute ?? "")
  );
}
