/** QR codes, versions 1 to 10 with level M, for bytes: enough for any invitation. After ISO/IEC 18004. */

// By version: code words for error correction in a block, and the code words of data of each block.
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]]; // centres after the first, 6

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}

const times = (a: number, b: number) => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** Compute the code words that correct errors in a block. */
function correction(data: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, place) => (next[place + 1]! ^= times(factor, EXP[i]!)));
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    divisor.forEach((value, place) => (rest[i + place]! ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** Write the bytes as the code words of a version. */
function words(bytes: Uint8Array, version: number): number[] {
  const [extra, sizes] = BLOCKS[version - 1]!;
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: room }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const checks = blocks.map((block) => correction(block, extra));
  return [...braid(blocks), ...braid(checks)];
}

/** Take the first of each list, then the second of each, and so on. */
function braid(lists: number[][]): number[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => (i < list.length ? [list[i]!] : []))).flat();
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Make the QR code of a text as rows of dark and light. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex(([, sizes], i) => sizes.reduce((sum, size) => sum + size, 0) >= bytes.length + (i < 9 ? 2 : 3)) +
    1;
  if (!version) throw new Error("too long for a QR code");
  const size = 17 + 4 * version;
  const fixed = frame(version, size);
  const bits = words(bytes, version).flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (word >> i) & 1));
  const codes = MASKS.map((mask, number) => fill(fixed, bits, mask, number, size));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** Lay the patterns that are the same in every code of a version; null is free. */
function frame(version: number, size: number): (boolean | null)[][] {
  const cells: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const finder = (left: number, top: number) => {
    for (let y = -1; y < 8; y++)
      for (let x = -1; x < 8; x++) {
        if (cells[top + y]?.[left + x] === undefined) continue;
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        cells[top + y]![left + x] = ring !== 2 && ring !== 4;
      }
  };
  finder(0, 0);
  finder(size - 7, 0);
  finder(0, size - 7);
  const centres = ALIGNED[version - 1]!.length ? [6, ...ALIGNED[version - 1]!] : [];
  for (const cy of centres)
    for (const cx of centres) {
      if (cells[cy]![cx] !== null) continue;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) cells[cy + y]![cx + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
    }
  for (let i = 8; i < size - 8; i++) cells[6]![i] = cells[i]![6] = i % 2 === 0;
  for (let i = 0; i < 9; i++) {
    cells[8]![i] ??= false;
    cells[i]![8] ??= false;
    if (i < 8) cells[8]![size - 1 - i] ??= false;
    if (i < 8) cells[size - 1 - i]![8] ??= false;
  }
  if (version > 6)
    lay(version, 0x1f25, 12, 18, (i, dark) => {
      cells[Math.floor(i / 3)]![size - 11 + (i % 3)] = dark;
      cells[size - 11 + (i % 3)]![Math.floor(i / 3)] = dark;
    });
  return cells;
}

/** Lay the bits of a number with its check bits. */
function lay(
  value: number,
  divisor: number,
  extra: number,
  count: number,
  put: (i: number, dark: boolean) => void,
  mask = 0,
): void {
  let rest = value << extra;
  const top = Math.floor(Math.log2(divisor));
  for (let bit = Math.floor(Math.log2(Math.max(1, rest))); bit >= top; bit--)
    if ((rest >> bit) & 1) rest ^= divisor << (bit - top);
  const bits = ((value << extra) | rest) ^ mask;
  for (let i = 0; i < count; i++) put(i, ((bits >> i) & 1) === 1);
}

function fill(
  fixed: (boolean | null)[][],
  bits: number[],
  mask: (x: number, y: number) => boolean,
  number: number,
  size: number,
): boolean[][] {
  const cells = fixed.map((row) => [...row]);
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (fixed[y]![x] !== null) continue;
        cells[y]![x] = ((bits[next++] ?? 0) === 1) !== mask(x, y);
      }
  }
  lay(
    number,
    0x537,
    10,
    15,
    (i, dark) => {
      // level M is 00
      cells[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = dark;
      cells[8]![i < 8 ? size - 1 - i : i < 9 ? 15 - i : 14 - i] = dark;
    },
    0x5412,
  );
  cells[size - 8]![8] = true;
  return cells as boolean[][];
}

/** Rate how hard a code is to read: long runs, blocks, lookalikes of finders, too much of one shade. */
function penalty(cells: boolean[][]): number {
  const size = cells.length;
  const columns = cells.map((_, x) => cells.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...cells, ...columns]) {
    for (let i = 0, run = 1; i < size; i++, run++)
      if (line[i] !== line[i + 1]) {
        if (run >= 5) sum += run - 2;
        run = 0;
      }
    const text = line.map(Number).join("");
    sum += 40 * (text.split("00001011101").length + text.split("10111010000").length - 2);
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (
        cells[y]![x] === cells[y - 1]![x] &&
        cells[y]![x] === cells[y]![x - 1] &&
        cells[y]![x] === cells[y - 1]![x - 1]
      )
        sum += 3;
  const dark = cells.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(dark * 20 - 10));
}
