import jsQR from "jsqr";
import { describe, expect, it } from "vitest";
import { qr } from "../src/lib/qr";

/** Read a code as a camera would: four points a module, a quiet zone round it. */
function read(rows: boolean[][]): string | undefined {
  const size = (rows.length + 8) * 4;
  const points = new Uint8ClampedArray(size * size * 4).fill(255);
  rows.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (!dark) return;
      for (let i = 0; i < 16; i++) {
        const at = (((y + 4) * 4 + Math.floor(i / 4)) * size + (x + 4) * 4 + (i % 4)) * 4;
        points[at] = points[at + 1] = points[at + 2] = 0;
      }
    }),
  );
  return jsQR(points, size, size)?.data;
}

describe("QR codes", () => {
  it.each([1, 14, 40, 66, 90, 120, 150, 190, 210])("of %i letters are read", (length) => {
    const text = "http://192.168.0.17:8765/match/abc#".padEnd(length, "Xy7-").slice(0, length);
    expect(read(qr(text))).toBe(text);
  });

  it("refuse what does not fit", () => {
    expect(() => qr("x".repeat(400))).toThrow("too long");
  });
});
