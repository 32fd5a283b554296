import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Name the packages that are shipped in the page, for THIRD-PARTY.txt. */
function parts(): Plugin {
  return {
    name: "parts",
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const names = ids.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
      this.emitFile({ type: "asset", fileName: "parts.json", source: JSON.stringify([...new Set(names)].sort()) });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), parts()],
  build: {
    outDir: "../src/potluck/table/page", // part of the Python package
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the table's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // components are tested as the browser runs them
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
