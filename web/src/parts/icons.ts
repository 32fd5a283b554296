/** The drawings of the small signs, on a field of 20 by 20. */
export const ICONS = {
  chart: '<path d="M3 16.5h14M5.5 13.5v-4M10 13.5v-9M14.5 13.5V7"/>',
  back: '<path d="M12.5 4 6.5 10l6 6"/>',
  line: '<path d="M3 14a9.8 9.8 0 0 1 14 0M6 10.5a6 6 0 0 1 8 0"/><circle cx="10" cy="14.5" r="1"/>',
  lost: `
    <path d="M3 14a9.8 9.8 0 0 1 3.6-2.3M17 14a9.8 9.8 0 0 0-3-2M6 10.5a6 6 0 0 1 2-1.2M3.5 3.5l13 13"/>
    <circle cx="10" cy="14.5" r="1"/>
  `,
  eye: `
    <path d="M1.8 10S5 4.5 10 4.5 18.2 10 18.2 10 15 15.5 10 15.5 1.8 10 1.8 10Z"/>
    <circle cx="10" cy="10" r="2.4"/>
  `,
  mute: '<path d="M3 7.6h3L10 4v12l-4-3.6H3Z"/><path d="m13.5 7.8 4 4.4m0-4.4-4 4.4"/>',
  sound: '<path d="M3 7.6h3L10 4v12l-4-3.6H3Z"/><path d="M13.2 7.5a3.6 3.6 0 0 1 0 5M15.6 5.2a7 7 0 0 1 0 9.6"/>',
  book: `
    <path d="M10 5.5C8 4 5 3.8 2.5 4.3v11c2.5-.5 5.5-.3 7.5 1.2 2-1.5 5-1.7 7.5-1.2v-11C15 3.8 12 4 10 5.5Zm0 0
      v11"/>
  `,
  more: '<circle cx="4.5" cy="10" r=".9"/><circle cx="10" cy="10" r=".9"/><circle cx="15.5" cy="10" r=".9"/>',
  undo: '<path d="M7.5 4.5 3.5 8.5l4 4"/><path d="M3.5 8.5h8a4.5 4.5 0 0 1 0 9h-3"/>',
  hint: '<path d="M7.5 14.5c0-2-2.5-3-2.5-6.2a5 5 0 0 1 10 0c0 3.2-2.5 4.2-2.5 6.2Z"/><path d="M8 17.5h4"/>',
  cap: '<path d="M1.5 7.5 10 3.5l8.5 4-8.5 4ZM5 9.3v4.2c1.5 2 8.5 2 10 0V9.3M18.5 7.5v5"/>',
  stop: '<rect x="5" y="5" width="10" height="10" rx="2"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  glass: '<path d="M5.5 3h9M5.5 17h9M6.5 3c0 4 3.5 5 3.5 7s-3.5 3-3.5 7M13.5 3c0 4-3.5 5-3.5 7s3.5 3 3.5 7"/>',
  no: '<circle cx="10" cy="10" r="7.5"/><path d="m4.8 15.2 10.4-10.4"/>',
  die: `
    <rect x="3.5" y="3.5" width="13" height="13" rx="3"/><circle cx="7.3" cy="7.3" r=".8"/>
    <circle cx="12.7" cy="12.7" r=".8"/><circle cx="10" cy="10" r=".8"/>
  `,
  tick: '<path d="m3.5 10.5 4.2 4.2L16.5 5.5"/>',
  sun: `
    <circle cx="10" cy="10" r="3.6"/>
    <path d="M10 2v2m0 12v2M2 10h2m12 0h2M4.3 4.3l1.5 1.5m8.4 8.4 1.5 1.5m0-11.4-1.5 1.5m-8.4 8.4-1.5 1.5"/>
  `,
  moon: '<path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z"/>',
  person: '<circle cx="10" cy="7" r="3.2"/><path d="M4 17c0-3.4 2.7-5.5 6-5.5s6 2.1 6 5.5"/>',
  bot: `
    <rect x="3.5" y="6.5" width="13" height="9.5" rx="3"/><path d="M10 6.5V3.5m-3 7.5v1m6-1v1"/>
    <path d="M1.5 10v3m17-3v3"/>
  `,
  link: `
    <path d="M8.5 11.5a3.5 3.5 0 0 0 5 0l2.6-2.6a3.5 3.5 0 0 0-5-5L10 5"/>
    <path d="M11.5 8.5a3.5 3.5 0 0 0-5 0l-2.6 2.6a3.5 3.5 0 0 0 5 5L10 15"/>
  `,
  screen: '<rect x="2" y="4" width="16" height="10" rx="2"/><path d="M7 17h6"/>',
  down: '<path d="m5 8 5 5 5-5"/>',
  next: '<path d="m8 4 6 6-6 6"/>',
  copy: `
    <rect x="7" y="7" width="10" height="10" rx="2"/>
    <path d="M13 4.5A1.5 1.5 0 0 0 11.5 3h-7A1.5 1.5 0 0 0 3 4.5v7A1.5 1.5 0 0 0 4.5 13"/>
  `,
  again: '<path d="M4 10a6 6 0 0 1 10.5-4L16.5 8M16.5 3.5V8H12M16 10a6 6 0 0 1-10.5 4l-2-2M3.5 16.5V12H8"/>',
  share: `
    <circle cx="5" cy="10" r="2.3"/><circle cx="15" cy="4.8" r="2.3"/><circle cx="15" cy="15.2" r="2.3"/>
    <path d="m7 9 5.9-3.2M7 11l5.9 3.2"/>
  `,
  save: '<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13"/>',
  first: '<path d="M16 4.5 9.5 10l6.5 5.5M4.5 4v12"/>',
  fewer: '<path d="M16 4.5 10 10l6 5.5M9.5 4.5 3.5 10l6 5.5"/>',
  before: '<path d="M15 4.5 8 10l7 5.5ZM5 4.5v11"/>',
  play: '<path d="M6 3.8v12.4L16 10Z"/>',
  pause: '<path d="M6.5 4v12M13.5 4v12"/>',
  after: '<path d="M5 4.5 12 10l-7 5.5ZM15 4.5v11"/>',
  further: '<path d="m4 4.5 6 5.5-6 5.5M10.5 4.5l6 5.5-6 5.5"/>',
  end: '<path d="m4 4.5 6.5 5.5L4 15.5M15.5 4v12"/>',
  find: '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  flag: '<path d="M5 17.5v-14h9.5l-2.2 3.7 2.2 3.8H5"/>',
  half: '<circle cx="10" cy="10" r="7"/><path d="M10 3v14M10 5.5h3.5M10 9h5.8M10 12.5h5.5"/>',
  send: '<path d="M10 16.5v-12M5.5 9 10 4.5 14.5 9"/>',
  disk: `
    <ellipse cx="10" cy="5.5" rx="6.5" ry="2.6"/>
    <path d="M3.5 5.5v9c0 1.5 2.9 2.6 6.5 2.6s6.5-1.1 6.5-2.6v-9M3.5 10c0 1.5 2.9 2.6 6.5 2.6s6.5-1.1 6.5-2.6"/>
  `,
  replay: '<rect x="2.5" y="4" width="15" height="12" rx="2.5"/><path d="M8.5 7.5v5l4-2.5Z"/>',
  keys: `
    <rect x="2" y="5.5" width="16" height="9.5" rx="2"/>
    <path d="M5 8.5h.1M8 8.5h.1M11 8.5h.1M14 8.5h.1M6.5 12h7"/>
  `,
} as const;

export type IconName = keyof typeof ICONS;
