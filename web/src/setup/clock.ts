/** The clock as the form has it, and as the table takes it. */
import { t, word } from "../lib/say";
import type { ClockPlan } from "../protocol";
import { same } from "./setup";

export interface Side {
  minutes: number;
  increment: number; // seconds
  delay: number; // seconds
  days: number;
}

export type Field = keyof Side;
export type Kind = "none" | "bank" | "days";

export interface Clock {
  kind: Kind;
  alike: boolean; // the first side's clock is everybody's
  sides: Side[];
}

export const FIELDS: Record<Kind, Field[]> = { none: [], bank: ["minutes", "increment", "delay"], days: ["days"] };
export const LIMITS: Record<Field, [number, number]> = {
  ...{ minutes: [1, 180], increment: [0, 180], delay: [0, 60], days: [1, 30] },
};
export const LABELS: Record<Field, string> = {
  minutes: word("Minutes each"),
  increment: word("Seconds more after a turn"),
  delay: word("Seconds before it runs"),
  days: word("Days for every turn"),
};

/** A clock as it is before anything is changed. */
export const plainClock = (usual: Side, seats: number): Clock => ({
  kind: "none",
  alike: true,
  sides: Array.from({ length: seats }, () => ({ ...usual })),
});

/** Fill the form from a plan; what it does not say is as usual. */
export function formOf(plan: ClockPlan | null, usual: Side, seats: number): Clock {
  const clock = plainClock(usual, seats);
  if (!plan) return clock;
  const given = plan.kind === "sides" ? plan.sides : [plan];
  const sides = clock.sides.map((side, seat) => {
    const own = given[seat] ?? given[0]!;
    if (own.kind === "days") return { ...side, days: own.days };
    return { ...side, minutes: own.seconds / 60, increment: own.increment ?? 0, delay: own.delay ?? 0 };
  });
  return { kind: given[0]!.kind, alike: plan.kind !== "sides", sides };
}

/** Write the clock as the table takes it. */
export function planOf({ kind, alike, sides }: Clock, seats: number): ClockPlan | null {
  if (kind === "none") return null;
  const plans = sides
    .slice(0, seats)
    .map(({ minutes, increment, delay, days }) =>
      kind === "days"
        ? ({ kind, days } as const)
        : ({ kind: "bank", seconds: minutes * 60, increment, delay } as const),
    );
  return alike || plans.every((plan) => same(plan, plans[0])) ? plans[0]! : { kind: "sides", sides: plans };
}

/** Say what is wrong with the clock, by the name of the field and the seat. */
export function wrongClock({ kind, alike, sides }: Clock, seats: number): Record<string, string> {
  const wrong: Record<string, string> = {};
  sides.slice(0, alike ? 1 : seats).forEach((side, seat) => {
    for (const field of FIELDS[kind]) {
      const [least, most] = LIMITS[field];
      if (!Number.isInteger(side[field]) || side[field] < least || side[field] > most)
        wrong[`clock-${field}-${seat}`] = t("{0}: a whole number from {1} to {2}.", t(LABELS[field]), least, most);
    }
  });
  return wrong;
}
