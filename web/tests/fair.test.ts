import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addToDice, judge, promise, recompute, trouble } from "../src/lib/fair";
import { fromHex, hmac, sha256 } from "../src/lib/hash";
import type { Fairness, Snapshot } from "../src/protocol";
import example from "./fair.json";

const SEEDLESS = { seed: "", terms: "", version: 2 };

/** Known answers of FIPS 180-4 and RFC 4231. */
describe("SHA-256 and HMAC", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("hash %.20s", (text, sum) => expect(sha256(text)).toBe(sum));

  it("hashes every length around a block as the browser does", async () => {
    for (let length = 50; length < 140; length += 1) {
      const bytes = new Uint8Array(length).fill(length);
      const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(fromHex(sha256(bytes))).toEqual(sum);
    }
  });

  it.each([
    ["0b".repeat(20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    ["4a656665", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    [
      "aa".repeat(131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ])("authenticate with %.12s", (key, text, sum) => expect(hmac(fromHex(key), text)).toBe(sum));
});

/** A match of two, of whom this browser is seat 1. */
function shown(fairness: Partial<Fairness>, about: Partial<Snapshot> = {}): Snapshot {
  const { match, seal, commitments, nonces } = example;
  return {
    ...{ match, mine: [1], status: "waiting", players: [{}, {}], options: example.first ? { first: 1 } : {} },
    fairness: { seal, commitments, nonces, ...SEEDLESS, ...fairness },
    ...about,
  } as unknown as Snapshot;
}

const hidden = { nonces: ["", ""] };
const published = { seed: example.seed, terms: example.terms };

/** Make the nonce that the example has for this browser. */
const random = (bytes: Uint8Array) => (bytes.set(fromHex(example.nonces[1]!)), bytes);

describe.each([
  ["http", undefined],
  ["https", globalThis.crypto.subtle],
])("FAIR 2: over %s", (_, subtle) => {
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal("crypto", { getRandomValues: random, subtle });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Sit through the beginning of a match, as an honest table leads it. */
  function begin(): void {
    const own = addToDice(shown({ ...hidden, commitments: ["", ""] }));
    expect(own).toEqual({ do: "commit", commitment: example.commitments[1] });
    expect(addToDice(shown({ ...hidden, commitments: ["", example.commitments[1]!] }))).toBeNull();
    expect(addToDice(shown(hidden))).toEqual({ do: "reveal", nonce: example.nonces[1] });
  }

  it("what the table publishes fits, and gives the receipt that `potluck verify` takes", () => {
    begin();
    expect(judge(shown({}, { status: "playing" }))).toBeNull();
    expect(judge(shown(published))).toMatchObject({ proven: true, receipt: example.receipt });
    expect(judge(shown(published))!.sentence).not.toContain("shared");
    const bots = [{ kind: "person" }, { kind: "bot" }] as Snapshot["players"];
    expect(judge(shown(published, { players: bots }))!.sentence).toContain("shared the number");
  });

  it.each<[string, Partial<Fairness>, string]>([
    ["seed", { ...published, seed: "00".repeat(32) }, "The seed published now"],
    ["terms", { ...published, terms: example.terms.replace("drawn", "0") }, "The seed published now"],
    ["nonce of the other", { ...published, nonces: ["1".repeat(32), example.nonces[1]!] }, "A number published now"],
    ["nonce of ours", { ...published, nonces: [example.nonces[0]!, "1".repeat(32)] }, "A number published now"],
  ])("a swapped %s is noticed", (_, fairness, sentence) => {
    begin();
    expect(judge(shown(fairness))).toMatchObject({ proven: false });
    expect(judge(shown(fairness))!.sentence).toContain(sentence);
  });

  it("a seed that is swapped together with its seal is noticed", () => {
    begin();
    const seed = "00".repeat(32);
    const seal = sha256(`${example.terms}|${seed}`);
    const verdict = judge(shown({ ...published, seed, seal }));
    expect(verdict).toMatchObject({ proven: false });
    expect(verdict!.sentence).toContain("another seal");
  });

  it("a nonce that the host searched for later, with its commitment, is noticed", () => {
    begin();
    const late = "2".repeat(32);
    const nonces = [late, example.nonces[1]!];
    const verdict = judge(shown({ ...published, nonces, commitments: nonces.map((nonce) => sha256(nonce)) }));
    expect(verdict).toMatchObject({ proven: false });
    expect(verdict!.sentence).toContain("commitments have been changed");
  });

  it("another seat that begins is noticed", () => {
    begin();
    const verdict = judge(shown(published, { options: example.first ? {} : { first: 1 } }));
    expect(verdict!.sentence).toContain("seat that began");
  });

  it("nothing is revealed to a table that changed its seal or a commitment", () => {
    addToDice(shown({ ...hidden, commitments: ["", ""] }));
    expect(addToDice(shown({ ...hidden, seal: "0".repeat(64) }))).toBeNull();
    expect(addToDice(shown({ ...hidden, commitments: [example.commitments[0]!, "0".repeat(64)] }))).toBeNull();
    expect(trouble(shown({ ...hidden, seal: "0".repeat(64) }))).toContain("another seal");
    expect(addToDice(shown(hidden))).toMatchObject({ do: "reveal" });
    const other = shown({ ...hidden, commitments: ["0".repeat(64), example.commitments[1]!] });
    expect(trouble(other)).toContain("have been changed");
    expect(addToDice(other)).toBeNull(); // asked again with another commitment, it stays silent
    expect(addToDice(shown(hidden))).toMatchObject({ do: "reveal" }); // and says the same again
  });

  it("what was not computed is not called proven", () => {
    expect(judge(shown(published, { mine: [] }))).toMatchObject({ proven: null, receipt: "" });
    const seal = sha256(fromHex(example.seed));
    const old = { seed: example.seed, seal, version: 1 };
    expect(judge(shown(old, { mine: [] }))).toMatchObject({ proven: null });
    expect(judge(shown({ ...old, seal: example.seal }, { mine: [] }))).toMatchObject({ proven: false });
    const open = { ...published, nonces: [example.nonces[0]!, ""] };
    expect(judge(shown(open, { mine: [] }))!.sentence).toContain("Not all numbers");
  });

  it("a number that several share is recomputed once, and every commitment that does not fit it by itself", () => {
    const nonce = example.nonces[1]!;
    const players = [{ name: "Ada" }, { name: "Crumb" }] as Snapshot["players"];
    const numbers = (commitments: string[]) =>
      recompute(shown({ ...published, nonces: [nonce, nonce], commitments }, { players }))
        .filter(({ what }) => what.startsWith("Number"))
        .map(({ what, fits }) => [what, fits]);
    expect(numbers([sha256(nonce), sha256(nonce)])).toEqual([["Number of Ada and Crumb", true]]);
    expect(numbers([sha256(nonce), "00"])).toEqual([
      ["Number of Ada", true],
      ["Number of Crumb", false],
    ]);
  });

  it("a joining player commits to the nonce that is revealed later, also where nothing can be stored", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("private");
      },
      setItem: () => {
        throw new Error("private");
      },
    });
    expect(promise(example.match)).toBe(example.commitments[1]);
    expect(addToDice(shown(hidden))).toEqual({ do: "reveal", nonce: example.nonces[1] });
    expect(judge(shown(published))).toMatchObject({ proven: true });
  });
});
