// Run a Python file on the compiled rules in node: node kernel.mjs FOLDER FILE. Print what it leaves in `found`, and the
// imports of all libraries that neither Pyodide nor another library has.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const LINKED = ["memory", "__indirect_function_table", "__stack_pointer", "__memory_base", "__table_base"];
const [folder, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const carried = new WebAssembly.Module(readFileSync(`${folder}/kernel.wasm`));
const section = (name) => new Uint8Array(WebAssembly.Module.customSections(carried, name)[0]);
const library = join(mkdtempSync(join(tmpdir(), "potluck-")), "python_stdlib.zip");
writeFileSync(library, section("python"));
const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: library });
const place = "/lib/python3.13/site-packages";
const files = section("files");
let at = 0;
for (const [name, size] of JSON.parse(new TextDecoder().decode(section("index")))) {
  python.FS.mkdirTree(dirname(`${place}/${name}`));
  python.FS.writeFile(`${place}/${name}`, files.subarray(at, (at += size)));
}
python.globals.set("cpu", () => process.cpuUsage().user / 1e6); // seconds, for files that measure
python.runPython(readFileSync(file, "utf8"));

const find = `import pathlib; [str(path) for path in pathlib.Path('${place}').rglob('*.so')]`;
const libraries = python.runPython(find).toJs().map((path) => new WebAssembly.Module(python._module.FS.readFile(path)));
const own = new Set(libraries.flatMap((library) => WebAssembly.Module.exports(library).map(({ name }) => name)));
const wanted = libraries.flatMap((library) => WebAssembly.Module.imports(library).map(({ name }) => name));
const there = (name) => own.has(name) || LINKED.includes(name) || python._module.resolveGlobalSymbol(name).sym;
const missing = [...new Set(wanted)].filter((name) => !there(name));
const found = JSON.parse(python.runPython("found"));
console.log(JSON.stringify({ found, libraries: libraries.length, imports: wanted.length, missing }));
