/** The signs of the kinds of potion, on a field of 24 by 24. */
import type { PotionExplosionTile } from "../../protocol";
import type { Sign } from "../drawing";

const SIGNS: Record<string, string> = {
  sands: '<path d="M6 3h12M6 21h12M7.5 3c0 5 4.5 6 4.5 9s-4.5 4-4.5 9M16.5 3c0 5-4.5 6-4.5 9s4.5 4 4.5 9M10 18.5h4"/>',
  magnet: '<path d="M5 4v8a7 7 0 0 0 14 0V4h-4.5v8a2.5 2.5 0 0 1-5 0V4ZM5 8h4.5M14.5 8H19"/>',
  wisdom: `
    <path d="M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6Z"/><circle cx="12" cy="12" r="2.8"/>
    <path d="M12 2.5V4M5.5 4.5l1 1.4M18.5 4.5l-1 1.4"/>
  `,
  balm: `
    <path d="M4 8c0-3 3.5-4.5 8-4.5S20 5 20 8c0 2-1.5 3-1.5 5
      s.5 3-.8 3-1.2-2.5-2.7-2.5-.8 7-2.5 7-1-7-2.5-7-1.3 4-2.7 4-.8-3-.8-4.5S4 10 4 8Z"/>
  `,
  prismatic: '<path d="M12 4 20.5 19h-17ZM1.5 13l6-1M16.5 12l6-2M17.5 14h5"/>',
  love: `
    <path d="M12 20S3.5 14.5 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 5.5-8.5 11-8.5 11Z"/>
    <path d="M6 11.5h12"/>
  `,
  draft: `
    <path d="M12 12a2 2 0 1 1 2 2.2c-3 0-5-2-5-4.7C9 6.5 11.5 5 14 5
      c4 0 6.5 3 6.5 7 0 5-4 8.5-8.5 8.5-5 0-8.5-3.5-8.5-8"/>
  `,
  lava: `
    <path d="M3 20h18L15.5 9h-7ZM9 9c0-2 1-2 1-4M12 8c0-2.5 1.5-3 1.5-5.5M15 9c0-1.5 1.5-2 1.5-4M8 15
      c1.5 1.5 3 1.5 4 0s2.5-1.5 4 0"/>
  `,
};

export function kindSign(kind: string): Sign {
  return { size: 24, svg: SIGNS[kind] ?? "" };
}

/** A recipe of four holes with its points, as on the desk: on a field of 72 by 72; Marbles.svelte sizes it. */
export function recipeSign({ kind, points, holes }: PotionExplosionTile): Sign {
  const drawn = holes.map(({ colour }, place) => {
    const [x, y] = [14 + (place % 2) * 22, 28 + Math.floor(place / 2) * 21];
    return `<use href="#hole-${colour}" x="${x}" y="${y}" width="21" height="21"/>`;
  });
  const svg = `
    <g class="recipe" stroke-width="2"><g transform="scale(.92)">${SIGNS[kind] ?? ""}</g></g>
    <circle cx="60" cy="12" r="11.5" fill="var(--glaze)" stroke="none"/>
    <text x="60" y="17" text-anchor="middle" font-size="15" font-weight="700" fill="#fff" stroke="none">${points}</text>
    <rect x="6" y="26" width="60" height="45" rx="14" fill="var(--glass)" stroke="var(--mark)" stroke-width="1.5"/>
    <rect x="27" y="21.5" width="18" height="5" rx="2" fill="var(--mark)" stroke="none"/>
    ${drawn.join("")}
  `;
  return { size: 72, svg };
}
