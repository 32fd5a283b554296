import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/potluck/table/page", // part of the Python package
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the table's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
