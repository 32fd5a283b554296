/** Shapes and ways: where things are drawn and which thing lies in the direction of an arrow key. */

export interface Point {
  x: number;
  y: number;
}

/** A thing that can be reached by pointer and keyboard. */
export interface Spot extends Point {
  id: string;
  w: number; // width and height of what answers to the pointer
  h: number;
  name: string; // as it is spoken
  round?: boolean;
  parts?: (Point & { r: number })[]; // the circles that answer, where it lies in several places
}

/** Write a number for SVG. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Write the corners of a polygon. */
export function corners(points: Point[]): string {
  return points.map((point) => `${n(point.x)},${n(point.y)}`).join(" ");
}

/** Cut the corners of a square of half-size `r`. */
export function octagon(x: number, y: number, r: number, cut = 0.55): string {
  const c = r * (1 - cut);
  return corners([
    { x: x - c, y: y - r },
    { x: x + c, y: y - r },
    { x: x + r, y: y - c },
    { x: x + r, y: y + c },
    { x: x + c, y: y + r },
    { x: x - c, y: y + r },
    { x: x - r, y: y + c },
    { x: x - r, y: y - c },
  ]);
}

/** Put points on a circle, the first at the top unless turned. */
export function around(x: number, y: number, r: number, count: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, place) => {
    const angle = ((place * 360) / count + turn - 90) * (Math.PI / 180);
    return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
  });
}

/** Make a star with `count` points. */
export function star(x: number, y: number, r: number, count = 5, inner = 0.45): string {
  const outside = around(x, y, r, count);
  const inside = around(x, y, r * inner, count, 180 / count);
  return corners(outside.flatMap((point, place) => [point, inside[place]!]));
}

/** Draw part of a circle between two angles in degrees, clockwise from the top. */
export function arc(x: number, y: number, r: number, from: number, to: number): string {
  const point = (angle: number) => {
    const a = ((angle - 90) * Math.PI) / 180;
    return `${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}`;
  };
  return `M${point(from)}A${n(r)} ${n(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`;
}

/** Draw the four corner brackets round a square of half-size `r`. */
export function brackets(x: number, y: number, r: number, length = r * 0.46): string {
  const l = n(length);
  return (
    `M${n(x - r)} ${n(y - r + length)}V${n(y - r)}h${l}M${n(x + r - length)} ${n(y - r)}h${l}v${l}` +
    `M${n(x + r)} ${n(y + r - length)}v${l}h-${l}M${n(x - r + length)} ${n(y + r)}h-${l}v-${l}`
  );
}

/** Lay a square board, 720 wide: the names of its cells from the far left, their width, and where each one is. */
export function grid(size: number, rim: number) {
  const pitch = (720 - 2 * rim) / size;
  const cells = Array.from(
    { length: size * size },
    (_, place) => String.fromCharCode(97 + (place % size)) + (size - Math.floor(place / size)),
  );
  function at(cell: string, near: number): Point {
    const column = cell.charCodeAt(0) - 97;
    const row = Number(cell.slice(1)) - 1;
    const [across, up] = near === 1 ? [size - 1 - column, size - 1 - row] : [column, row];
    return { x: rim + (across + 0.5) * pitch, y: rim + (size - 0.5 - up) * pitch };
  }
  return { pitch, cells, at };
}

const WAYS: Record<string, number> = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

/** Find the nearest spot in the direction of an arrow key, preferring what lies straight ahead. */
export function ahead(spots: Spot[], from: Point & { id?: string }, key: string): Spot | null {
  const way = WAYS[key];
  if (way === undefined) return null;
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.id === from.id) continue;
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const far = Math.hypot(dx, dy);
    let off = Math.abs((((Math.atan2(dy, dx) * 180) / Math.PI - way + 540) % 360) - 180);
    if (off > 62) continue;
    off = (off * Math.PI) / 180;
    const cost = far * (1 + 2.2 * Math.tan(off) * Math.tan(off) * 0.5 + off * 0.35);
    if (cost < least - 1e-6) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

/** Find the spot nearest to a point within reach. */
export function nearest(spots: Iterable<Spot>, at: Point, reach: number): Spot | null {
  let best: Spot | null = null;
  let least = reach;
  for (const spot of spots) {
    const far = Math.hypot(spot.x - at.x, spot.y - at.y);
    if (far <= least) {
      least = far;
      best = spot;
    }
  }
  return best;
}
