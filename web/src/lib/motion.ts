/** How things move. Under reduced motion nothing travels: old and new position cross-fade. */
import { settings } from "./settings.svelte";

const CENTRED = "transform-box: fill-box; transform-origin: center";
const EASE = "cubic-bezier(.22,.8,.3,1)";

export function isStill(): boolean {
  return settings.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export interface Travel {
  x: number;
  y: number;
  hop?: boolean; // in an arc, as a jump
  fall?: number; // places fallen, as a marble
  delay?: number;
}

/** Put an SVG group at a place, and let it travel there when the place changes. */
export function travel(node: SVGGElement, place: Travel) {
  let old = place;
  const put = (to: Travel) => node.setAttribute("transform", `translate(${to.x} ${to.y})`);
  put(place);
  return {
    update(to: Travel) {
      if (to.x === old.x && to.y === old.y) return;
      const from = old;
      old = to;
      put(to);
      if (typeof node.animate !== "function") return;
      if (isStill()) {
        node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
        return;
      }
      node.animate(frames(from, to), {
        duration: time(to),
        delay: to.delay ?? 0,
        easing: to.fall ? "linear" : EASE,
        fill: "backwards",
      });
    },
  };
}

function time(to: Travel): number {
  if (to.fall) return 90 * to.fall + 120;
  return to.hop ? 300 : 240;
}

function frames(from: Travel, to: Travel): Keyframe[] {
  const at = (x: number, y: number, extra = "") => ({ transform: `translate(${x}px, ${y}px) ${extra}` });
  if (to.fall) {
    const bounce = (to.y - from.y) * 0.06;
    return [
      { ...at(from.x, from.y), easing: "cubic-bezier(.5,0,.9,.5)" },
      { ...at(to.x, to.y), offset: 0.8, easing: "ease-out" },
      { ...at(to.x, to.y - bounce), offset: 0.9, easing: "ease-in" },
      at(to.x, to.y),
    ];
  }
  if (!to.hop) return [at(from.x, from.y), at(to.x, to.y)];
  const lift = Math.hypot(to.x - from.x, to.y - from.y) * 0.18;
  return [at(from.x, from.y), { ...at((from.x + to.x) / 2, (from.y + to.y) / 2 - lift), offset: 0.5 }, at(to.x, to.y)];
}

interface Leave {
  swell?: boolean; // as an overcharged die
  duration?: number;
  delay?: number;
}

/** Shrink and fade, as a thing that is taken. */
export function vanish(_node: Element, { swell = false, duration = 420, delay = 0 }: Leave = {}) {
  if (isStill()) return { duration: 120, delay, css: (t: number) => `opacity: ${t}` };
  return {
    duration,
    delay,
    css: (t: number, u: number) => {
      const scale = swell && u < 0.35 ? 1 + (u / 0.35) * 0.12 : 0.6 + 0.4 * t;
      return `opacity: ${Math.min(1, t * 1.4)}; scale: ${scale}; ${CENTRED}`;
    },
  };
}

/** Come into being. */
export function appear(_node: Element, { duration = 240, delay = 0 }: Leave = {}) {
  if (isStill()) return { duration: 120, delay, css: (t: number) => `opacity: ${t}` };
  return {
    duration,
    delay,
    css: (t: number) => `opacity: ${t}; scale: ${0.7 + 0.3 * t}; ${CENTRED}`,
  };
}

/** Burst, as a marble that explodes. */
export function burst(_node: Element, { duration = 160, delay = 0 }: Leave = {}) {
  if (isStill()) return { duration: 120, delay, css: (t: number) => `opacity: ${t}` };
  return {
    duration,
    delay,
    css: (t: number, u: number) => `opacity: ${Math.min(1, t * 1.6)}; scale: ${1 + 0.35 * u}; ${CENTRED}`,
  };
}

interface Come extends Leave {
  x?: number; // from where, as seen from the place itself
  y?: number;
  bounce?: boolean; // as something that falls
}

/** Come from somewhere else: a marble from the dispenser to the hand, or from behind the lid. */
export function come(node: Element, { x = 0, y = 0, bounce = false, duration = 300, delay = 0 }: Come = {}) {
  if (isStill() || (!x && !y)) return appear(node, { duration, delay });
  const at = (t: number) =>
    bounce ? (t < 0.8 ? (t / 0.8) ** 2 : 1 - 0.06 * Math.sin(((t - 0.8) / 0.2) * Math.PI)) : 1 - (1 - t) ** 3;
  return {
    duration,
    delay,
    css: (t: number) => `translate: ${x * (1 - at(t))}px ${y * (1 - at(t))}px; opacity: ${Math.min(1, t * 4)}`,
  };
}

/** Turn a card about its vertical axis. */
export function turn(_node: Element, { duration = 320, delay = 0 }: Leave = {}) {
  if (isStill()) return { duration: 120, delay, css: (t: number) => `opacity: ${t}` };
  return {
    duration,
    delay,
    css: (t: number) => `scale: ${Math.max(0.02, Math.abs(2 * t - 1))} 1; opacity: ${t < 0.5 ? 0.4 : 1}; ${CENTRED}`,
  };
}
