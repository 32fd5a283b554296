/** The signs of the special rules, on a field of 20 by 20. */
import type { StruggleView } from "../../protocol";
import type { Sign } from "../drawing";

const SIGNS: Record<string, string> = {
  torus: '<ellipse cx="10" cy="10" rx="7.5" ry="5"/><ellipse cx="10" cy="9.5" rx="2.8" ry="1.3"/>',
  pact: '<circle cx="7.3" cy="10" r="4.6"/><circle cx="12.7" cy="10" r="4.6"/>',
  caboose:
    '<circle cx="4" cy="15.5" r="2.2"/><circle cx="8.8" cy="10.7" r="2.2"/><path d="M11.5 8 17 2.5M12.5 2.5H17V7"/>',
  teleporter: `
    <circle cx="4" cy="16" r="1.8"/><path d="M4 12.5C4 7 7.5 4.5 11 4.5" stroke-dasharray="1 3"/>
    <path d="M15 1.5v6M12 4.5h6"/>
  `,
  armor: '<path d="M10 2.5 16.5 5v5c0 4-2.8 6.5-6.5 7.8C6.3 16.5 3.5 14 3.5 10V5Z"/>',
  hatter: '<path d="M5.5 4h9l-1 9.5h-7ZM2.5 14.5c4 2.2 11 2.2 15 0M6 11h8"/>',
  reaper: '<path d="M6 18 13.5 3.5M13.5 3.5C9.5 2.5 5 4 2.5 8c3.5-1.8 6.5-2 9.3-1"/>',
  jolt: '<path d="M11.5 2 5 11h4.2L8 18l7-9.5h-4.4Z"/>',
  tower: `
    <rect x="4" y="13" width="12" height="4" rx="1.2"/><rect x="5" y="8.5" width="10" height="4" rx="1.2"/>
    <rect x="6" y="4" width="8" height="4" rx="1.2"/>
  `,
  "?": '<path d="M7 7.5C7 5.5 8.3 4.5 10 4.5s3 1 3 2.8c0 2.2-3 2.3-3 4.7M10 15.5v.1"/>',
};

const OWN = "M10 2.5 12 8l5.5 2-5.5 2-2 5.5L8 12l-5.5-2L8 8Z"; // of a rule of one's own that brings no sign

/** Draw the sign of a rule; one of the players' own brings the data of a path, and nothing else is drawn. */
export function ruleSign(name: string, drawn = ""): Sign {
  const path = /^[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+$/.test(drawn) ? drawn : OWN;
  return { size: 20, svg: SIGNS[name] ?? `<path d="${path}"/>` };
}

/** Draw the sign of a rule as a view knows it. */
export function signIn(view: StruggleView, name: string): Sign {
  return ruleSign(name, [...view.rules, ...view.choosable].find((rule) => rule.name === name)?.sign);
}
