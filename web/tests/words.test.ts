import { describe, expect, it } from "vitest";
import { clockText, count, listed, readable, signed, since, unruled } from "../src/lib/words";

describe("words", () => {
  it("write clocks", () => {
    expect([
      clockText(0),
      clockText(999),
      clockText(59_001),
      clockText(601_000),
      clockText(3_661_000),
      clockText(260_000_000),
    ]).toEqual(["0:00", "0:01", "1:00", "10:01", "1:01:01", "3 d 0 h"]);
  });

  it("count, list and tell time", () => {
    expect([count(1, "move"), count(2, "move")]).toEqual(["1 move", "2 moves"]);
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect([signed(-2), signed(3)]).toEqual(["−2", "3"]);
    expect(since(0, 200_000)).toBe("3 minutes ago");
  });

  it("make option names readable and take the ruling off a sentence", () => {
    expect(readable("removal_target")).toBe("Removal target");
    expect(unruled("illegal move 'c2-c4': c3 is empty (PT2)")).toBe("c3 is empty");
    expect(unruled("a Candidate may not pass (PO9)")).toBe("a Candidate may not pass");
  });
});
