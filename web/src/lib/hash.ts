/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104), for texts.
 * The browser's own are missing where the table is reached over plain HTTP, and there the dice must be checked too.
 */

// prettier-ignore
const ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
// prettier-ignore
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const BLOCK = 64;

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Hash bytes. */
function digest(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const padded = pad(bytes);
  for (let at = 0; at < padded.byteLength; at += BLOCK) mix(state, new DataView(padded.buffer, at, BLOCK));
  const sum = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => sum.setInt32(place * 4, word));
  return new Uint8Array(sum.buffer);
}

/** Fill up to whole blocks: a one, zeros, and the length in bits. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8);
  return padded;
}

/** Mix one block into the state. */
function mix(state: Int32Array, block: DataView): void {
  const words = new Int32Array(64);
  for (let place = 0; place < 64; place += 1)
    words[place] = place < 16 ? block.getInt32(place * 4) : next(words, place);
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let place = 0; place < 64; place += 1) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[place]! + words[place]!) | 0;
    const two = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place]! + word) | 0));
}

/** Derive a word of the schedule from those before it. */
function next(words: Int32Array, place: number): number {
  const early = words[place - 15]!;
  const late = words[place - 2]!;
  const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
  const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
  return (words[place - 16]! + small + words[place - 7]! + large) | 0;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const join = (first: Uint8Array, second: Uint8Array): Uint8Array => Uint8Array.from([...first, ...second]);

/** Read hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Hash a text, or bytes, to hexadecimal digits. */
export function sha256(message: string | Uint8Array): string {
  return hex(digest(typeof message === "string" ? bytesOf(message) : message));
}

/** Authenticate a text with a key, in hexadecimal digits. */
export function hmac(key: Uint8Array, text: string): string {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? digest(key) : key);
  const pads = [0x36, 0x5c].map((byte) => whole.map((part) => part ^ byte));
  return hex(digest(join(pads[1]!, digest(join(pads[0]!, bytesOf(text))))));
}
