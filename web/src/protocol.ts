// Written by python -m potluck.table.protocol.typescript from the messages of the table. Do not edit.

export type Code = "bad_name" | "bad_options" | "bad_origin" | "bad_record" | "bad_request" | "failed" | "full" | "illegal" | "no_credential" | "not_allowed" | "not_found" | "not_over" | "not_your_turn" | "over" | "private" | "read_only" | "set_aside" | "stale" | "too_fast" | "too_large" | "used" | "waiting" | "wrong_credential";

export type Status = "over" | "playing" | "waiting";

export type Kind = "bot" | "open" | "person" | "program";

export type Offer = "draw" | "hints" | "rematch" | "undo";

export type Keep = "cookie" | "token";

/** Offer one legal move to a person. */
export interface Choice {
  move: number;
  text: string;
  path: string[];
  label: string;
}

/** Call the match off before everybody has had a turn. */
export interface Abort {
  do: "abort";
}

/** Answer what another seat proposed. */
export interface Answer {
  do: "answer";
  what: Offer;
  yes: boolean;
}

/** Do something at the table. */
export interface Command {
  type: "command";
  id: string; // 32 hexadecimal digits; the client makes them, and each id runs once
  v: number; // the version of the match that the command is meant for
  a: Commit | Reveal | Ready | Move | Say | Undo | Resign | Abort | Propose | Answer | Leave | Return | SitIn;
  lag: number; // milliseconds to the table and back, as measured; some are not charged
}

/** Promise a nonce for the dice before anybody has shown theirs. */
export interface Commit {
  do: "commit";
  commitment: string; // the SHA-256 of the nonce, 64 hexadecimal digits
}

/** Confirm that a command is done and saved. */
export interface Done {
  type: "done";
  id: string;
  version: number; // of the match with the command; asked again, the answer is the same
}

/** Leave the table; the seat stays the player's own. */
export interface Leave {
  do: "leave";
}

/** Make a move by its number in the choices. */
export interface Move {
  do: "move";
  move: number;
}

/** Offer a draw, ask for hints, or, after the end, for a rematch. */
export interface Propose {
  do: "propose";
  what: Offer;
}

/** Commit and reveal at once, where nobody else adds a nonce: against bots, or on one screen. */
export interface Ready {
  do: "ready";
  nonce: string; // 32 to 64 random hexadecimal digits
}

/** Give up. */
export interface Resign {
  do: "resign";
}

/** Take the seat back, from a bot if one sat in. */
export interface Return {
  do: "return";
}

/** Show the nonce that was promised, once all have; with the last one the match begins. */
export interface Reveal {
  do: "reveal";
  nonce: string; // 32 to 64 random hexadecimal digits
}

/** Make a move by its text. */
export interface Say {
  do: "say";
  text: string; // the move in notation
}

/** Let a bot play for oneself, or, where that was agreed on, for a person who is away. */
export interface SitIn {
  do: "sit_in";
  seat: number;
}

/** Take back the last move; beyond the player's own turn the others are asked. */
export interface Undo {
  do: "undo";
  to?: number | null; // the ply to return to; the last own move if left out
}

/** Show one point of a replay, and the move made there. */
export interface Frame {
  ply: number;
  turn: number;
  view: View;
  step: Step | null; // the move made there; null at the end
  lines: string[]; // what the move did
}

/** Describe one game. */
export interface GameCard {
  name: string;
  title: string;
  about: string;
  rules_version: number;
  seats: number[]; // how many may play
  sides: string[]; // what the seats are called at the board
  has_chance: boolean;
  has_secrets: boolean;
  clock: number; // seconds each that the rulebook suggests for a clock; 0 for none
  options: OptionCard[];
  loaded: RuleCard[]; // rules that players wrote, for the option `extra`
  levels: LevelCard[];
}

/** Tell whether the table can do its work. */
export interface Health {
  status: "ill" | "ok";
  ill: Record<string, string>; // what is ill, and how: disk, database, writer, loop, workers
}

/** Show the best choices. */
export interface Hint {
  version: number;
  lines: HintLine[];
}

/** Show one good choice. */
export interface HintLine {
  move: number;
  text: string;
  chance: number; // the chance of winning, from 0 to 1
  line: string[]; // the expected moves, this one first
  reason: string;
}

/** Confirm that a record is kept. */
export interface Imported {
  match: string;
  plies: number;
}

/** Describe one level of the bots. */
export interface LevelCard {
  name: string;
  elo: number | null; // measured strength
  give_or_take: number | null; // half of the 95 % interval of `elo`
}

/** List the open tables, and the matches that can be watched. */
export interface Lobby {
  open: LobbyEntry[];
  playing: LobbyEntry[];
}

/** Show one match in the lobby. */
export interface LobbyEntry {
  match: string;
  game: string;
  title: string;
  options: Record<string, number | boolean | string>;
  status: Status;
  players: string[];
  free: number; // the number of seats that anybody may take
  clock: BankClock | DaysClock | null;
  created: number; // milliseconds since 1970
  spectators: boolean;
}

/** Describe one option of a game. */
export interface OptionCard {
  name: string;
  default: number | boolean | string;
  text: string;
  ruling: string; // the ruling that the option is about
  choices: (number | boolean | string)[]; // the values, if there are only some
  least: number | null; // the smallest value, of a number
  most: number | null; // the largest value, of a number
}

/** Show a stretch of a match. */
export interface Replay {
  match: string;
  viewer: number; // whose view it is: a seat, -3 for a spectator, -2 for everything
  plies: number; // how many moves the match has
  frames: Frame[];
}

/** Describe a rule that players wrote: Python code that the host of the table runs. */
export interface RuleCard {
  name: string;
  title: string;
  text: string;
  sign: string; // SVG path data on a field of 20 by 20
  file: string; // the file that the host has loaded
}

/** Show one numbered ruling. */
export interface RulingCard {
  id: string;
  text: string;
  source: string; // where the rulebook says it
  status: string; // how sure the ruling is
  option: string; // the option that changes it
}

/** Ask for the position as text. */
export interface AskPosition {
  type: "position";
}

/** Ask what a choice would do. */
export interface AskPreview {
  type: "preview";
  move: number;
}

/** Ask what several choices would do, such as all that are in sight; the answers leave out the whole views. */
export interface AskPreviews {
  type: "previews";
  moves: number[]; // numbers of choices, 64 at most; what is no choice is left out
}

/** Ask why a click path, or a text, is not a legal move. */
export interface AskWhy {
  type: "why";
  path?: string[]; // the things that were clicked
  text?: string; // a move in notation, instead of a path
}

/** Tell one difference between two views; lists are compared by their members' names or else places, words whole. */
export interface Change {
  path: (string | number)[]; // the way to the value: fields, and places or names in lists
  before: unknown;
  after: unknown;
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping";
}

/** Give a sign of life. */
export interface Pong {
  type: "pong";
  now: number; // milliseconds since 1970
}

/** Write the position as text; what the viewer may not know is `?`. */
export interface Position {
  type: "positioned";
  version: number;
  text: string;
}

/** Tell what a choice would do, and what it forces the seat to do next, as far as the seat can know. */
export interface Preview {
  type: "previewed";
  move: number;
  version: number;
  view: View | null; // the view after it; null where hidden things decide, and in lists
  changes: Change[]; // what differs from the view now, as far as it is certain
  lines: string[]; // what the log would say
  at_least: boolean; // chance draws next: more may follow
  hidden: boolean; // hidden things decide: only what is certain is shown
}

/** Tell what several choices would do. */
export interface Previews {
  type: "previewed_all";
  version: number; // of the match when it was asked
  previews: Preview[]; // in the order of the question, as far as they are choices
}

/** Say why something is not a legal move. */
export interface Why {
  type: "because";
  path: string[];
  sentence: string;
  ruling: string;
}

/** Say why something was not done; nothing has changed. */
export interface Refusal {
  type: "refusal";
  code: Code;
  sentence: string;
  ruling: string; // the rule that decides, where one does
  id: string; // the command, if it was one
  version: number | null; // of the match now, if the refusal is about one
}

/** Give each seat a bank of time, and some more after every turn. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number; // seconds added after each turn
}

/** Give a seat to one of Potluck's bots. */
export interface BotPlan {
  kind: "bot";
  level?: string;
}

/** Answer NewMatch; the creator's own key comes as a cookie, or as `token` if it was asked for. */
export interface Created {
  match: string;
  seal: string; // of the seed that decides chance, and of the terms
  mine: number[];
  token: string;
  invites: Key[];
  programs: Key[];
}

/** Give each turn a number of days. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Keep a seat for somebody who joins by a link, or from the lobby if the match is listed. */
export interface FriendPlan {
  kind: "friend";
}

/** Ask for another invitation to a seat; the one before is withdrawn. */
export interface Invite {
  seat: number;
}

/** Take a seat; without an invitation only at a listed table. */
export interface Join {
  name?: string;
  commitment?: string; // the SHA-256 of a nonce; `reveal` it when all have committed
  invite?: string; // the token of an invitation
  keep?: Keep;
}

/** Answer Join; the key comes as a cookie, or as `token` if it was asked for. */
export interface Joined {
  match: string;
  mine: number[];
  token: string;
}

/** Hand out a secret for one seat. */
export interface Key {
  seat: number;
  token: string; // a friend's is part of a link, after `#`; a program's is its bearer token
}

/** Ask for a match. */
export interface NewMatch {
  game: string;
  seats: (PersonPlan | FriendPlan | BotPlan | ProgramPlan)[]; // who plays, in the order of the seats
  options?: Record<string, number | boolean | string>;
  begins?: number | null; // the seat that begins; null: the sealed dice decide
  clock?: BankClock | DaysClock | null;
  listed?: boolean; // shown in the lobby: anybody may take a friend's seat
  spectators?: boolean;
  hints?: boolean; // hints are allowed from the beginning
  sit_in?: string; // the level of the bot that may play for whoever is away; none if empty
  position?: string; // the position to begin from; the usual one if left out
  pause?: boolean; // bots take a moment where their time could tell a secret; among programs it can be left out
  keep?: Keep; // whether the key comes as a cookie or as `token`
}

/** Keep a seat for the person who creates the match; several such seats share one device. */
export interface PersonPlan {
  kind: "person";
  name?: string;
}

/** Keep a seat for a program that plays over this protocol. */
export interface ProgramPlan {
  kind: "program";
  name?: string;
}

/** Tell who has come or gone. */
export interface Attendance {
  type: "attendance";
  players: Player[];
  spectators: number;
}

/** Say why the socket is closed. */
export interface Bye {
  type: "bye";
  code: Code;
  sentence: string;
}

/** Show the time of all seats at the moment `now` of the snapshot. */
export interface Clock {
  plan: BankClock | DaysClock;
  left: number[]; // milliseconds, by seat
  running: number | null; // the seat whose time runs, if one does
}

/** Show what anybody needs to verify the dice. */
export interface Fairness {
  seal: string; // SHA-256 of `terms|seed`
  commitments: string[]; // SHA-256 of each nonce, by seat; bots have the first person's
  nonces: string[]; // by seat; empty where not yet revealed
  seed: string; // published when the match has ended
  terms: string; // what was agreed on before the match, published with the seed
  version: number; // 1: of a table older than commitments; the seal is of the seed alone
}

/** Tell one thing that happened. */
export interface LogLine {
  ply: number;
  turn: number;
  seat: number; // who caused it; -1: chance, -3: the table itself
  text: string;
}

/** Show who sits at a seat. */
export interface Player {
  seat: number;
  side: string; // what the seat is called at the board
  kind: Kind;
  name: string;
  level: string; // the level of a bot
  presence: "away" | "here" | "left"; // away: without a line, and without a request for 30 s
  away_since: number | null; // milliseconds since 1970; null while the player is here
  stand_in: string; // the level of the bot that plays for an absent person
  ready: boolean; // the seat has committed to a nonce
}

/** Show what is proposed and who has agreed. */
export interface Proposal {
  what: Offer;
  seat: number;
  agreed: number[];
  to: number | null; // for undo: the ply to return to
}

/** Show how a match ended. */
export interface Result {
  scores: number[]; // from -1 to 1, by seat
  ending: string; // a ruling, or one of the endings of docs/records.md
  sentence: string;
}

/** Show a match as one viewer may see it; it replaces the one before. */
export interface Snapshot {
  type: "snapshot";
  match: string;
  version: number;
  now: number; // the server's time, milliseconds since 1970
  game: string;
  title: string;
  options: Record<string, number | boolean | string>; // those that differ from their defaults
  status: Status;
  viewer: number; // the seat that looks, or -3 for a spectator
  mine: number[]; // the seats of the key that was used
  curtain: boolean; // several people share this device, and the game has secrets
  view: View;
  prompt: string; // what is expected now
  aside: string; // what is worth knowing before a choice
  choices: Choice[]; // empty unless the viewer is to move
  forced: boolean; // there is only one choice, and it may be played for the person
  undo_to: number | null; // the ply that an undo leads to, if one is probably possible
  ask_undo_to: number | null; // the ply that an undo leads to if the others agree
  log_from: number; // keep this many lines of the log before
  log: LogLine[]; // those that follow; from 0, of a long match the last: see its replay
  ply: number; // the number of moves made, those of chance included
  turn: number; // the number of turns finished
  steps: Step[]; // the moves of the turn under way
  last: Step[][]; // the moves of each seat's last turn
  players: Player[];
  clock: Clock | null;
  offers: Proposal[];
  spectators: number;
  fairness: Fairness;
  result: Result | null;
  rematch: string; // the id of the match that follows this one
  hints: boolean; // hints are allowed
  sit_in: string; // the level of the bot that may play for whoever is away; none if empty
  read_only: boolean; // nothing can be saved at the moment, and clocks stand still
}

/** Show one move that was made. */
export interface Step {
  ply: number;
  seat: number; // who moved; -1: chance
  text: string; // in notation; what the viewer may not know is `?`
  path: string[]; // the things that were clicked; empty if the viewer may not know them
}

/** Show one piece. */
export interface PotentialPiece {
  cell: string;
  seat: number;
  charge: number;
  active: boolean;
  leaks: boolean;
}

/** Show a position of Potential. */
export interface PotentialView {
  kind: "potential";
  game: string;
  to_move: number;
  turn: number;
  pieces: PotentialPiece[];
  active: string | null;
  barred: string | null;
  made: number;
  owed: number;
  removed: number[];
  target: number;
  max_charge: number;
  quiet: number;
  quiet_limit: number;
  winner: number | null;
}

/** Show one piece. */
export interface StrugglePiece {
  cell: string;
  seat: number;
  colour: string;
  active: boolean;
  granted: boolean;
  lame: boolean;
  rules: string[];
}

/** Show one special rule of a seat. */
export interface StruggleRule {
  seat: number;
  name: string;
  title: string;
  text: string;
  carrier: string | null;
  usable: boolean;
  note: string;
  ruling: string;
  sign: string;
  file: string;
}

/** Show what a rule has put on the board: a tower. */
export interface StruggleBuilt {
  cell: string;
  seat: number;
  rule: string;
  title: string;
  levels: number;
  reach: string[];
}

/** Show a special rule that may be chosen. */
export interface StruggleChoosable {
  name: string;
  title: string;
  text: string;
  sign: string;
  file: string;
}

/** Show a position of Struggle. */
export interface StruggleView {
  kind: "struggle";
  game: string;
  to_move: number;
  turn: number;
  phase: string;
  mover: number;
  pieces: StrugglePiece[];
  rules: StruggleRule[];
  built: StruggleBuilt[];
  captured: string[][];
  active: string | null;
  entered: string[];
  granted: string[];
  left: string | null;
  placed: number[];
  choosable: StruggleChoosable[];
  quiet: number;
  quiet_limit: number;
  winner: number | null;
}

/** Show one track of the dispenser. */
export interface PotionExplosionTrack {
  name: string;
  marbles: string[];
  hidden: number;
  lid: string[];
}

/** Show where a chain of explosions is. */
export interface PotionExplosionChain {
  track: string;
  below: number;
  burning: string | null;
  next: string[];
  later: string[][];
}

/** Show one hole of a tile. */
export interface PotionExplosionHole {
  colour: string;
  marble: string | null;
}

/** Show one tile. */
export interface PotionExplosionTile {
  name: string;
  kind: string;
  title: string;
  points: number;
  holes: PotionExplosionHole[];
}

/** Show one stack of tiles. */
export interface PotionExplosionStack {
  top: PotionExplosionTile | null;
  under: number;
}

/** Show the completed potions of one kind. */
export interface PotionExplosionBottle {
  kind: string;
  title: string;
  points: number[];
  drunk: number;
}

/** Show what a seat has. */
export interface PotionExplosionDesk {
  seat: number;
  burners: (PotionExplosionTile | null)[];
  pool: string[];
  fresh: string[];
  bottles: PotionExplosionBottle[];
  tokens: number;
  helps: number;
  points: number;
  taken: number;
}

/** Show a position of Potion Explosion. */
export interface PotionExplosionView {
  kind: "potion_explosion";
  game: string;
  to_move: number;
  turn: number;
  seat: number;
  phase: string;
  drawing: string | null;
  tracks: PotionExplosionTrack[];
  reach: number;
  unseen: Record<string, number>;
  returning: string[];
  rolling: number;
  landing: string | null;
  marked: string[];
  left: number;
  chain: PotionExplosionChain | null;
  stacks: PotionExplosionStack[];
  deck: Record<string, number>;
  kinds: string[];
  starters: string[];
  desks: PotionExplosionDesk[];
  pool_size: number;
  picked: boolean;
  helped: boolean;
  helps_left: number;
  countdown: number;
  round: number;
  rounds: number;
  last_round: boolean;
  tie: boolean;
  winners: number[] | null;
}

/** Show one token on the board. */
export interface PotusToken {
  cell: string;
  seat: number;
  kind: string;
  converted: boolean;
  finished: boolean;
  moving: boolean;
  ready: boolean;
}

/** Show how far a token gets in one direction with the movements left, a square a step. */
export interface PotusTrail {
  kind: string;
  start: string;
  cells: string[];
}

/** Show a President card. */
export interface PotusCard {
  number: string;
  word: string;
  name: string;
  party: string;
  years: string;
  ratings: number[];
}

/** Show what one seat has. */
export interface PotusSide {
  money: number;
  scored: number;
  placed: number;
  owed: number;
  vetoed: number;
  silenced: boolean;
  favoured: boolean;
  card: PotusCard | null;
  pile: number;
  known: string[];
  turned: string[];
}

/** Show a position of POTUS. */
export interface PotusView {
  kind: "potus";
  game: string;
  to_move: number;
  turn: number;
  phase: string;
  board: string[];
  tokens: PotusToken[];
  trails: PotusTrail[];
  sides: PotusSide[];
  categories: string[];
  owner: number | null;
  actor: number | null;
  left: number;
  extra: number;
  ordered: boolean;
  silent: boolean;
  unseen: string[];
  events_drawn: string[];
  events_waiting: string[];
  turncoats: number;
  battle: number;
  battles: number;
  round: number;
  rounds: number;
  winner: number | null;
}

/** Show one character. */
export interface MagicPotionFigure {
  name: string;
  letter: string;
  seat: number | null;
  life: string;
  cell: string | null;
  health: number;
  full: number;
  dice: number | null;
  items: string[];
  speed: number;
  near: number;
  far: number;
  defence: number;
  ability: string;
  bitten: boolean;
  acts: boolean;
}

/** Show the items that lie on a slot. */
export interface MagicPotionLying {
  cell: string;
  items: string[];
}

/** Show a position of Magic Potion. */
export interface MagicPotionView {
  kind: "magic_potion";
  game: string;
  to_move: number;
  turn: number;
  figures: MagicPotionFigure[];
  lying: MagicPotionLying[];
  used: string[];
  pile: number;
  recipe: string[][];
  round: number;
  round_limit: number;
  phase: string;
  actor: string | null;
  target: string | null;
  mode: string;
  left: number | null;
  answer: number;
  attack: number;
  defence: number;
  near: string[];
  far: string[];
  hound: string | null;
  grudge: string | null;
  surprises: string[];
  homes: string[][];
  winner: number | null;
  ending: string;
}

export type View = PotentialView | StruggleView | PotionExplosionView | PotusView | MagicPotionView;

export type SeatPlan = PersonPlan | FriendPlan | BotPlan | ProgramPlan;

export type ClockPlan = BankClock | DaysClock;

export type Action = Commit | Reveal | Ready | Move | Say | Undo | Resign | Abort | Propose | Answer | Leave | Return | SitIn;

export type Reply = Done | Refusal;

export type FromClient = Command | AskPreview | AskPreviews | AskWhy | AskPosition | Ping;

export type FromServer = Snapshot | Attendance | Done | Refusal | Preview | Previews | Why | Position | Pong | Bye;

function search(query: Record<string, number | string | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

/** Every address of the table. */
export const addresses = {
  games: () => `/api/games`,
  rulings: (game: string, query: { options?: string } = {}) => `/api/games/${game}/rulings${search(query)}`,
  lobby: () => `/api/matches`,
  create: () => `/api/matches`,
  importRecord: () => `/api/records`,
  snapshot: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}${search(query)}`,
  join: (match: string) => `/api/matches/${match}/join`,
  follow: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/follow${search(query)}`,
  revoke: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/key${search(query)}`,
  rotate: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/key${search(query)}`,
  invite: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/invite${search(query)}`,
  command: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/commands${search(query)}`,
  preview: (match: string, query: { move: number; seat?: number }) => `/api/matches/${match}/preview${search(query)}`,
  position: (match: string, query: { ply?: number; seat?: number } = {}) => `/api/matches/${match}/position${search(query)}`,
  why: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/why${search(query)}`,
  record: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/record${search(query)}`,
  replay: (match: string, query: { first?: number; count?: number; as?: string; seat?: number } = {}) => `/api/matches/${match}/replay${search(query)}`,
  hint: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/hint${search(query)}`,
  analysis: (match: string, query: { ply?: number; seat?: number } = {}) => `/api/matches/${match}/analysis${search(query)}`,
  openapi: () => `/api/openapi.json`,
  socket: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/socket${search(query)}`,
};

/** Send a request, and return the answer or throw the refusal. */
export type Call = <T>(method: string, address: string, body?: unknown) => Promise<T>;

/** Ask the table. */
export const client = (call: Call) => ({
  /** Describe the games. */
  games: () => call<GameCard[]>("GET", addresses.games()),
  /** Show the rules of a game in our words. */
  rulings: (game: string, query: { options?: string } = {}) => call<RulingCard[]>("GET", addresses.rulings(game, query)),
  /** List open tables, and matches to watch. */
  lobby: () => call<Lobby>("GET", addresses.lobby()),
  /** Create a match. */
  create: (body: NewMatch) => call<Created>("POST", addresses.create(), body),
  /** Keep a record as a finished match. */
  importRecord: (body: string) => call<Imported>("POST", addresses.importRecord(), body),
  /** Show the match as the caller may see it. */
  snapshot: (match: string, query: { seat?: number } = {}) => call<Snapshot>("GET", addresses.snapshot(match, query)),
  /** Take a seat; without an invitation only at a listed table. */
  join: (match: string, body: Join) => call<Joined>("POST", addresses.join(match), body),
  /** Get the key to the rematch that was agreed on. */
  follow: (match: string, query: { seat?: number } = {}) => call<Joined>("POST", addresses.follow(match, query)),
  /** Destroy the key that is used. */
  revoke: (match: string, query: { seat?: number } = {}) => call<Joined>("DELETE", addresses.revoke(match, query)),
  /** Exchange the key that is used for a new one. */
  rotate: (match: string, query: { seat?: number } = {}) => call<Joined>("POST", addresses.rotate(match, query)),
  /** Withdraw the invitation to a seat, and get another. */
  invite: (match: string, body: Invite, query: { seat?: number } = {}) => call<Key>("POST", addresses.invite(match, query), body),
  /** Do something at a match. */
  command: (match: string, body: Command, query: { seat?: number } = {}) => call<Done>("POST", addresses.command(match, query), body),
  /** Tell what a choice would do. */
  preview: (match: string, query: { move: number; seat?: number }) => call<Preview>("GET", addresses.preview(match, query)),
  /** Write the position as text, now or at an earlier point. */
  position: (match: string, query: { ply?: number; seat?: number } = {}) => call<Position>("GET", addresses.position(match, query)),
  /** Say why a click path, or a text, is not a legal move. */
  why: (match: string, body: AskWhy, query: { seat?: number } = {}) => call<Why>("POST", addresses.why(match, query), body),
  /** Show a stretch of the match again. */
  replay: (match: string, query: { first?: number; count?: number; as?: string; seat?: number } = {}) => call<Replay>("GET", addresses.replay(match, query)),
  /** Advise the seat to move; against bots, or when everybody agreed. */
  hint: (match: string, query: { seat?: number } = {}) => call<Hint>("POST", addresses.hint(match, query)),
  /** Show the best moves at a point of a finished match. */
  analysis: (match: string, query: { ply?: number; seat?: number } = {}) => call<Hint>("GET", addresses.analysis(match, query)),
  /** Describe all of this as OpenAPI. */
  openapi: () => call<Record<string, unknown>>("GET", addresses.openapi()),
});
