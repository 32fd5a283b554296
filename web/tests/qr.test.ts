import jsQR from "jsqr";
import { mount } from "svelte";
import { expect, it } from "vitest";
import Qr from "../src/parts/Qr.svelte";

const POINTS = 4; // a module's width and height, as a camera sees it

/** Read a drawn code as a camera would. */
function read(drawing: SVGElement): string | undefined {
  const size = Number(drawing.getAttribute("viewBox")!.split(" ")[2]) * POINTS;
  const points = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y] of drawing
    .querySelector("path")!
    .getAttribute("d")!
    .matchAll(/M(\d+) (\d+)h/g))
    for (let i = 0; i < POINTS * POINTS; i++) {
      const at = (Number(y) * POINTS + Math.floor(i / POINTS)) * size + Number(x) * POINTS + (i % POINTS);
      points.fill(0, at * 4, at * 4 + 3);
    }
  return jsQR(points, size, size)?.data;
}

it.each([14, 66, 120, 210])("a QR code of %i letters is read by a camera", (length) => {
  const text = "http://192.168.0.17:8765/match/abc#".padEnd(length, "Xy7-").slice(0, length);
  const target = document.createElement("div");
  mount(Qr, { target, props: { text } });
  expect(read(target.querySelector("svg")!)).toBe(text);
});
