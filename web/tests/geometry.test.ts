import { describe, expect, it } from "vitest";
import { type Spot, ahead, grid, nearest } from "../src/lib/geometry";

const spot = (id: string, x: number, y: number): Spot => ({ id, x, y, w: 1, h: 1, name: id });
const SQUARES = Array.from({ length: 9 }, (_, place) =>
  spot(`${place % 3},${Math.floor(place / 3)}`, place % 3, Math.floor(place / 3)),
);
// A hex board: rows shifted by half a place
const HEXES = [
  spot("a", 0.5, 0),
  spot("b", 1.5, 0),
  spot("c", 0, 0.87),
  spot("d", 1, 0.87),
  spot("e", 2, 0.87),
  spot("f", 0.5, 1.74),
  spot("g", 1.5, 1.74),
];

describe("arrow keys", () => {
  it("go to the neighbour on squares", () => {
    const middle = SQUARES[4]!;
    expect(ahead(SQUARES, middle, "ArrowLeft")?.id).toBe("0,1");
    expect(ahead(SQUARES, middle, "ArrowRight")?.id).toBe("2,1");
    expect(ahead(SQUARES, middle, "ArrowUp")?.id).toBe("1,0");
    expect(ahead(SQUARES, middle, "ArrowDown")?.id).toBe("1,2");
  });

  it("stop at the edge, and ignore other keys", () => {
    expect(ahead(SQUARES, SQUARES[0]!, "ArrowUp")).toBeNull();
    expect(ahead(SQUARES, SQUARES[0]!, "x")).toBeNull();
  });

  it("reach every space of a hex board", () => {
    const found = new Set(["d"]);
    for (let round = 0; round < 4; round++)
      for (const id of [...found])
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          const next = ahead(
            HEXES,
            HEXES.find((hex) => hex.id === id)!,
            key,
          );
          if (next) found.add(next.id);
        }
    expect(found.size).toBe(HEXES.length);
  });
});

describe("a touch", () => {
  it("goes to the nearest thing within reach", () => {
    expect(nearest(SQUARES, { x: 1.2, y: 0.9 }, 0.5)?.id).toBe("1,1");
    expect(nearest(SQUARES, { x: 9, y: 9 }, 0.5)).toBeNull();
  });

  it("lays a square board, turned for the far seat", () => {
    const { cells, pitch, at } = grid(8, 24);
    expect([cells[0], cells[63], cells.length, pitch]).toEqual(["a8", "h1", 64, 84]);
    expect(at("a8", 0)).toEqual({ x: 66, y: 66 });
    expect(at("a8", 1)).toEqual({ x: 654, y: 654 });
    expect(at("c2", 0)).toEqual({ x: 234, y: 570 });
  });
});
