/** The page without a server: its addresses are relative, since nobody knows where it will lie. */
import { defineConfig, mergeConfig } from "vite";
import page from "./vite.config";

export default defineConfig(({ mode }) =>
  mergeConfig(page, {
    mode,
    base: "./",
    build: { outDir: "../build/solo/page", rollupOptions: { input: "solo.html" } },
    worker: { format: "es" },
  }),
);
