/** The glyphs of the characters and of the hound, on a field of 32 by 32. */
import type { Sign } from "../drawing";

const GLYPHS: Record<string, string> = {
  assassin: '<path d="M16 3.5 19 17h-6ZM9 17h14M16 17v8M13.5 28h5l-1-3h-3Z"/>',
  hunter: '<path d="M9 4c10 4 10 20 0 24M9 4v24M6 16h20M21.5 11.5 26 16l-4.5 4.5"/>',
  thief: `
    <path d="M3.5 12.5C8 9 24 9 28.5 12.5c0 6-3.5 8.5-7.5 8.5-2.5 0-3.5-2.5-5-2.5s-2.5 2.5-5 2.5
      c-4 0-7.5-2.5-7.5-8.5Z"/><path d="M9 15h4M19 15h4"/>
  `,
  swordsman: `
    <path d="M26.5 4.5 12.5 18.5M26.5 4.5l-.8 5.2L14.5 21M26.5 4.5l-5.2.8L10.5 16.5M8 15.5l8.5 8.5
      M11.5 20.5 5.5 26.5"/>
  `,
  priest: '<path d="M16 4v24M9.5 11h13"/><circle cx="16" cy="11" r="6.5"/>',
  magician: `
    <path d="M6 27 18 15M16.5 13.5l3 3"/>
    <path d="M23 3.5 24.6 8.4 29.5 10 24.6 11.6 23 16.5 21.4 11.6 16.5 10 21.4 8.4Z"/>
    <path d="M9 6v4M7 8h4M26 22v4M24 24h4"/>
  `,
  necromancer: `
    <path d="M16 4.5c-6 0-10 4-10 9.5 0 3.5 1.8 5.5 4 6.8V26h12v-5.2c2.2-1.3 4-3.3 4-6.8 0-5.5-4-9.5-10-9.5Z"/>
    <circle cx="12" cy="14.5" r="2"/><circle cx="20" cy="14.5" r="2"/><path d="M13.5 22.5v3.5M18.5 22.5v3.5"/>
  `,
  merchant: `
    <path d="M11.5 9.5C7.5 12.5 5 17 5 21c0 4.5 3.5 6.5 11 6.5S27 25.5 27 21c0-4-2.5-8.5-6.5-11.5ZM10 4.5l2 5h8
      l2-5c-2 1.2-3.5 1.2-5 0-1.7 1.2-3.3 1.2-7 0Z"/>
    <path d="M18.5 15.5c-3-1.2-5 .2-5 1.8 0 3.2 5.2 1.3 5.2 4 0 1.7-2.4 2.7-5.4 1.5M16 14v1.2M16 22.8V24"/>
  `,
  hound: '<path d="M5 21.5c0-3 2-5 5-6l3-6.5 3 4h4l6.5 3c1 2.5-.5 4-2.5 4l-5 .5c-1 4-4 7-8 7.5-4 .3-6-3-6-6.5Z"/>',
};

export function glyph(name: string): Sign {
  return { size: 32, svg: GLYPHS[name] ?? "" };
}
