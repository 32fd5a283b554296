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
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // components are tested as the browser runs them
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
