// Written by python -m potluck.table.protocol.typescript from the messages of the table. Do not edit.

export type Code = "bad_name" | "bad_options" | "bad_origin" | "bad_record" | "bad_request" | "failed" | "full" | "illegal" | "no_credential" | "not_allowed" | "not_found" | "not_over" | "not_your_turn" | "over" | "private" | "read_only" | "set_aside" | "stale" | "too_fast" | "too_large" | "used" | "waiting" | "wrong_credential";

export type Status = "over" | "playing" | "waiting";

export type Kind = "bot" | "open" | "person" | "program";

export type Offer = "draw" | "hints" | "rematch" | "undo";

export type Keep = "cookie" | "token";

export type Outcome = "drawn" | "lost" | "void" | "won";

export type Mark = "" | "best" | "blunder" | "inaccuracy" | "mistake" | "only";

/** Offer one legal move to a person. */
export interface Choice {
  move: number;
  text: string;
  path: string[];
  label: string;
}

/** Name one way to win, and how far a seat has come on it. */
export interface Goal {
  text: string;
  have: number;
  need: number;
  words: string;
}

/** Explain one thing that players see, as a game's words.py lists it. */
export interface Thing {
  name: string;
  effect: string;
  ruling: string;
}

/** Name a thing that can be placed; {0}, {1} … in its title stand for the names of the seats. */
export interface Tool {
  name: string;
  title: string;
}

/** Name a fact beside the board that can be turned: a number, one of some values, or several of them. */
export interface Knob {
  name: string;
  title: string;
  value: string;
  values: string[];
  names: string[];
  least: number;
  most: number;
  words: string[];
  mend: string;
  several: number;
  group: string;
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

/** Call a coach, who says a sentence in each turn; where hints are allowed. The match does not count then. */
export interface CallCoach {
  do: "coach";
}

/** Do something at the table. */
export interface Command {
  type: "command";
  id: string; // 32 hexadecimal digits; the client makes them, and each id runs once
  v: number; // the version of the match that the command is meant for
  a: Commit | Reveal | Ready | Move | Say | Undo | Propose | Answer | Resign | Abort | Leave | Return | SitIn | CallCoach;
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

/** Show a few steps on one subject. */
export interface LessonChapter {
  title: string;
  steps: LessonStep[];
}

/** Show how a game is taught. */
export interface Lessons {
  game: string;
  title: string;
  chapters: LessonChapter[];
}

/** Show one step of a lesson. */
export interface LessonStep {
  title: string;
  say: string; // what to do, in one spoken sentence
  aside: string; // what to know before it
  praise: string; // what has happened when it is done
  know: string; // one more thing to know, then
  rulings: string[]; // the rulings that it teaches
  seconds: number; // what it takes: 200 words a minute, two seconds a click
}

/** Answer a try; what is refused or wrong has changed nothing. */
export interface Tried {
  kind: "begun" | "done" | "refused" | "right" | "wrong";
  sentence: string; // praise, or why not
  ruling: string; // the rule that refuses, where one does
  moves: string[]; // what is accepted so far, in notation
  seat: number; // the learner's
  view: View;
  names: string[]; // what the seats are called
  choices: Choice[];
  steps: Step[]; // all moves since the step began, those of the others included
  after: View | null; // what a wrong move would have led to; it is not made
  show: string[][]; // the clicks that are left to do, a path for each move
  point: string[][]; // where to point: a ring at the first of each, arrows along it
}

/** Try a step of a lesson; nothing is kept at the table, so all that was done before comes along. */
export interface Try {
  chapter: number; // the number of the chapter, from 0
  step: number; // the number of the step in its chapter, from 0
  moves: string[]; // what was accepted so far, 64 at most
  path: string[]; // the things that were clicked now; none to begin
}

/** Ask whether options can be agreed on. */
export interface Agreement {
  options: Record<string, number | boolean | string>;
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
  presets: PresetCard[];
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
  turn: HintStep[]; // this move and those that follow in the same turn, before chance
}

/** Show one move of a turn that is advised. */
export interface HintStep {
  text: string; // in notation
  path: string[]; // the clicks that mean it
  told: string; // what it does
}

/** Confirm that a record is kept. */
export interface Imported {
  match: string;
  plies: number;
}

/** Tell what a study of the lab found, which the host of the table has put there. */
export interface LabStudy {
  name: string;
  game: string;
  title: string;
  options: string; // what was agreed on in its matches, as quiet_turns=50, first=1
  players: string[];
  rules_version: number; // the version of the rules that it played
  matches: number;
  sentences: string[]; // what was found, the most important first
  known: Record<string, string>; // what is known of an option, by its name
  report: boolean; // its report is at /lab/NAME.html
}

/** Describe one level of the bots. */
export interface LevelCard {
  name: string;
  elo: number | null; // measured strength
  give_or_take: number | null; // half of the 95 % interval of `elo`
  text: string; // a sentence about how it plays
  aliases: string[]; // older names that mean it too
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
  clock: BankClock | DaysClock | SidesClock | null;
  created: number; // milliseconds since 1970
  spectators: boolean;
  faces: string[]; // of the players, by seat
  levels: string[]; // of the bots, by seat; empty for people
  to_move: number | null; // the seat to move, while the match is played
  due: number | null; // when its time ends, milliseconds since 1970
  at: number; // when something last happened
  turn: number; // the number of turns finished
  said: string; // what happened last, or how it ended, as a spectator sees it
  rematch: string; // the id of the match that follows this one
  audience: "link" | "lobby" | "players"; // who can watch: nobody else, whoever has the link, all
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
  kind: "choice" | "editor" | "number" | "set" | "switch"; // how it is chosen; a set is things joined by +, an editor is the game's own
  title: string; // what players call it
  names: string[]; // what players call its choices
  says: string[]; // a sentence for each choice, then one for other values; or one for all, with {} for the value
  unit: string; // what a number counts, one of them
  zero: string; // a sentence for the number 0, where it means something else
  things: string[]; // of a set: the names of the things it is made of
  count: number; // of a set: how many of them
  finer: boolean; // one of the finer points, which may be folded
}

/** Describe what players often agree on together. */
export interface PresetCard {
  name: string;
  title: string;
  text: string; // what is special about it
  options: Record<string, number | boolean | string>; // those that differ from the rulebook
  clock: BankClock | DaysClock | SidesClock | null;
}

/** Say what is wrong with an option. */
export interface Problem {
  option: string; // the name of the option
  sentence: string;
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

/** Ask a passkey to sign something: the options of the browser's `navigator.credentials`. */
export interface Challenge {
  options: string; // JSON, as `PublicKeyCredential.parse…FromJSON` reads it
}

/** Show the course of a rating, and the levels that were met. */
export interface Course {
  game: string;
  points: Point[];
  tallies: Tally[];
}

/** Hold what a passkey has signed. */
export interface Credential {
  credential: string; // JSON, as the credential's `toJSON` gives it
}

/** Show a browser that the player is signed in with. */
export interface Device {
  id: string;
  name: string;
  added: number; // milliseconds since 1970
  used: number; // milliseconds since 1970
  here: boolean; // it is the one that asks
}

/** Tell what was removed. */
export interface Gone {
  matches: number; // matches that were the player's alone, and are deleted
  kept: number; // matches that others keep, without the player's name
}

/** Show what somebody is invited to; nothing is spent by looking. */
export interface Invitation {
  match: string;
  game: string;
  title: string;
  options: Record<string, number | boolean | string>; // those that differ from the rulebook
  seat: number; // the seat that is offered
  side: string; // what the seat is called at the board
  begins: number | null; // the seat that begins; null: the sealed dice decide
  host: string; // who invites; empty if nobody in particular
  face: string; // of the host
  present: boolean; // the host is at the table now
  players: string[]; // those at the table, by seat; empty where nobody sits
  clock: BankClock | DaysClock | SidesClock | null;
  created: number; // milliseconds since 1970
  expires: number; // when it ends by itself, milliseconds since 1970
  unrated: string; // why the match does not count for ratings; empty if it does
  audience: "link" | "lobby" | "players"; // who can watch: nobody else, whoever has the link, all
  hints: boolean;
  view: View;
}

/** Ask what an invitation is for; without one, what a listed table is. */
export interface Look {
  invite?: string;
}

/** Hold an address to be told at; empty for none. */
export interface MailAddress {
  mail?: string;
}

/** Show whoever asks to themselves; of a stranger everything is empty. */
export interface Me {
  player: string;
  name: string;
  face: string;
  since: number; // milliseconds since 1970
  guest: boolean; // nothing leads back: neither a code nor a passkey
  code: boolean; // a recovery code leads back
  devices: Device[];
  passkeys: Passkey[];
  passkey_possible: boolean; // passkeys can be used here
  standings: Standing[];
  turns: number; // matches in which it is the player's turn, against people
  news: News;
}

/** Show one of the player's matches. */
export interface MyMatch {
  card: LobbyEntry;
  seats: number[]; // the player's own
  outcome: Outcome | null;
  unrated: string; // why the rating has not changed
  before: number | null; // the rating before, once there is one to show
  after: number | null; // the rating after
}

/** List the player's matches, the newest first. */
export interface MyMatches {
  matches: MyMatch[];
  more: boolean; // there are older ones that are not listed
}

/** Be known from now on, in this browser; or be known by another name or face. */
export interface NewPlayer {
  name: string;
  face?: string;
}

/** Show how the player is told that it is their turn. */
export interface News {
  mails: boolean; // the host has set mail up
  mail: string; // the address; empty if they want none
  proven: boolean; // the address was confirmed
  push: string; // the public key for web push; empty where the host has not set it up
  browsers: number; // browsers that are told
  away: number; // on vacation until then, milliseconds since 1970; 0 if not
  vacation: number; // days of vacation that are left within a year
}

/** Show a passkey. */
export interface Passkey {
  id: string;
  name: string;
  added: number; // milliseconds since 1970
  used: number; // milliseconds since 1970
}

/** Show one rated match in the course of a rating. */
export interface Point {
  match: string;
  at: number; // milliseconds since 1970
  outcome: Outcome;
  rivals: Rival[];
  before: number;
  after: number;
  give_or_take: number;
}

/** Bring what was in a mail. */
export interface Proof {
  token: string;
}

/** Come back with the code that was written down. */
export interface Recover {
  code: string;
}

/** Hand out the code that leads back; only its hash is kept, so it is shown once. */
export interface RecoveryCode {
  code: string;
}

/** Show somebody a match was played with. */
export interface Rival {
  name: string;
  level: string;
}

/** Show the rating in a game. */
export interface Standing {
  game: string;
  matches: number; // rated ones
  rating: number | null; // null until there were five rated matches
  give_or_take: number | null; // half of its 95 % interval
}

/** Hold where a browser wants to be told, as its `PushSubscription` says. */
export interface Subscription {
  endpoint: string;
  p256dh: string; // the browser's public key, base64url
  auth: string; // the browser's secret, base64url
}

/** Count the matches against a level. */
export interface Tally {
  level: string;
  won: number; // rated ones
  played: number; // rated ones
}

/** Be on vacation for some days; 0 ends it. */
export interface Vacation {
  days: number;
}

/** Show one puzzle in a list. */
export interface PuzzleCard {
  id: string;
  kind: string; // what it asks for: win, force, save, explosion, score, piece, item, best
  rating: number; // where the levels solve it half of the time, moved by those who tried it
}

/** Show how a puzzle went. */
export interface PuzzleResult {
  puzzle: string;
  solved: boolean;
  change: number | null; // of the rating; null if it did not count
}

/** Show the puzzles of a game, the easiest first, and how the player stands. */
export interface Puzzles {
  game: string;
  title: string;
  kinds: Record<string, string>; // what the kinds are called
  puzzles: PuzzleCard[];
  today: string; // the puzzle of the day; empty if there are none
  standing: PuzzleStanding | null; // null if the table does not know who asks
}

/** Show how somebody stands at the puzzles of a game; a browser that nobody knows keeps it, and brings it along. */
export interface PuzzleStanding {
  rating: number;
  deviation: number;
  volatility: number;
  streak: number; // solved in a row at the first try
  best: number; // the longest streak
  tried: string[]; // the puzzles that count no more
  last: PuzzleResult[]; // the last ten, the newest last
  at: number; // milliseconds since 1970
}

/** Answer a try at a puzzle. */
export interface PuzzleTried {
  tried: Tried; // as at a lesson; a turn is judged when it is over
  card: PuzzleCard;
  title: string; // what the kind is called
  task: string; // what to do, in a sentence
  aside: string; // what to know before it, or what follows from what was done
  options: Record<string, number | boolean | string>;
  position: string; // where it begins, as text, for an analysis
  moves: string[]; // made since then, those of the other side too, in notation
  told: string[]; // the same in words
  source: string; // where it is from, and who solves it how often; once it was tried
  standing: PuzzleStanding;
  change: number | null; // of the rating by this try; null if it did not count
  counts: boolean; // the next try counts
}

/** Try a puzzle; all that was done before comes along. */
export interface PuzzleTry {
  puzzle: string;
  moves: string[]; // the solver's moves so far
  path: string[]; // the things that were clicked now; none to begin
  help: "" | "answer" | "hint" | "skip"; // instead of a move; it makes the puzzle unrated
  standing: PuzzleStanding | null; // what this browser keeps; left aside where the table knows the player
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

/** Show the review of a match, or how far it is. */
export interface Review {
  match: string;
  status: "done" | "failed" | "none" | "waiting" | "working";
  done: number; // decisions judged so far
  total: number;
  seconds: number | null; // that it will take, as far as that can be told
  problem: string; // why it failed
  moves: ReviewedMove[]; // as far as they are judged
  seats: SeatReview[]; // when it is done
  turning: TurningPoint[]; // when it is done
}

/** Judge one decision by what its seat knew then; forced moves are no decisions. */
export interface ReviewedMove {
  ply: number;
  turn: number;
  seat: number;
  text: string; // the move made, in notation
  sentence: string; // what it did
  mark: Mark;
  accuracy: number; // from 0 to 100
  chance: number; // of winning with the best move found, from 0 to 1
  made: number; // of winning with the move made
  chances: number[]; // of all seats, with the best move
  after: number[]; // of all seats, with the move made
  better: string[]; // the better line as far as the seat goes on, where a mark blames
  better_sentence: string; // what its first move does
}

/** Tell where the winning chance of a seat went: start, decisions, luck and an early end make the result. */
export interface SeatReview {
  seat: number;
  sentence: string; // how the seat played, and what luck did
  accuracy: number | null; // from 0 to 100; null if the seat decided nothing
  marks: Record<string, number>; // how many of each
  start: number; // chance of winning at the first decision
  decisions: number[]; // by seat: what its decisions did to this one's chance
  luck: number; // what was drawn or uncovered did to it
  luck_points: number | null; // the same in points of the game; null where none count
  given_up: number; // what an end did that the rules do not know, as resigning
  result: number; // 1 won, 0 lost
}

/** Name one of the largest swings. */
export interface TurningPoint {
  ply: number; // of the decision, or of the one after which it was drawn
  turn: number;
  seat: number; // whose chance it changed most
  swing: number;
  luck: boolean; // something was drawn or uncovered; otherwise it was decided
  sentence: string;
}

/** Give each seat a bank of time, and some more after every turn. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number; // seconds added after each turn
  delay?: number; // seconds at the beginning of each turn that are not charged
}

/** Give a seat to one of Potluck's bots. */
export interface BotPlan {
  kind: "bot";
  level?: string;
  name?: string; // what the table calls it; whatever is asked for, it chooses
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
  face?: string;
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
  clock?: BankClock | DaysClock | SidesClock | null;
  listed?: boolean; // shown in the lobby: anybody may take a friend's seat
  spectators?: boolean;
  hints?: boolean; // hints are allowed from the beginning
  sit_in?: string; // the level of the bot that may play for whoever is away; none if empty
  position?: string; // the position to begin from; the usual one if left out
  pause?: boolean; // bots take a moment where their time could tell a secret; among programs it can be left out
  rated?: boolean; // it counts, if all players have names and play by the rulebook
  keep?: Keep; // whether the key comes as a cookie or as `token`
}

/** Keep a seat for the person who creates the match; several such seats share one device. */
export interface PersonPlan {
  kind: "person";
  name?: string;
  face?: string;
}

/** Keep a seat for a program that plays over this protocol. */
export interface ProgramPlan {
  kind: "program";
  name?: string;
}

/** Give each seat a clock of its own; all count minutes, or all count days. */
export interface SidesClock {
  kind: "sides";
  sides: (BankClock | DaysClock)[]; // by seat
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
  plan: BankClock | DaysClock | SidesClock;
  left: number[]; // milliseconds, by seat
  running: number | null; // the seat whose time runs, if one does
  delay: number; // milliseconds until the running seat is charged
  rests: number[]; // by seat: on vacation until then, milliseconds since 1970; 0 if not
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
  face: string; // the picture that a person has chosen; of a bot its name
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
  how: string; // what happened in this match at its end, in one sentence
  rule: string; // the ruling in its words; empty where none ended the match
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
  goals: Goal[]; // the ways to win, with the viewer's progress; a spectator sees seat 0's
  coach: string; // what a newcomer may do and what threatens them; when they are to move and called a coach
  coached: boolean; // the viewer has called a coach
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
  unrated: string; // why the match does not count for ratings; empty if it does
  audience: "link" | "lobby" | "players"; // who can watch: nobody else, whoever has the link, all
  read_only: boolean; // nothing can be saved at the moment, and clocks stand still
}

/** Show one move that was made. */
export interface Step {
  ply: number;
  seat: number; // who moved; -1: chance
  text: string; // in notation; what the viewer may not know is `?`
  path: string[]; // the things that were clicked; empty if the viewer may not know them
}

/** Show what chance may draw, and how often it does. */
export interface Draw {
  text: string;
  share: number;
}

/** Change a position that is put together by hand; without a change it is laid out for that. */
export interface Edit {
  game: string;
  options: Record<string, number | boolean | string>;
  seats: number | null; // how many sit down, at the set-up
  position: string; // as text, possible or not; empty for the set-up
  near: number; // the seat whose things lie at the near edge
  tool: string; // what is placed; empty to take away
  spot: string; // where
  knob: string; // what is turned instead
  value: string;
}

/** Show a position that is put together by hand. */
export interface Edited {
  view: View;
  position: string; // as text, possible or not
  seats: number;
  tools: Tool[]; // what can be placed
  knobs: Knob[]; // what can be turned beside the board
  fault: Fault | null; // why it cannot be
}

/** Say why a position cannot be. */
export interface Fault {
  sentence: string;
  ruling: string;
  at: string[]; // the places and knobs that are wrong
  rows: Sum[];
  mend: Mend | null; // what would mend it, where there is one way
}

/** Judge the last move of a study by what its seat knew. */
export interface Judged {
  chance: number; // of winning with the best move found
  made: number; // of winning with the move made
  best: string; // the best move found
  mark: Mark;
}

/** Offer the one way to make a position possible. */
export interface Mend {
  knob: string;
  value: string;
  label: string;
}

/** Show a position that is studied. */
export interface Studied {
  view: View;
  position: string; // as text, with everything in it
  seats: number;
  secrets: boolean; // a seat may not know all of it
  turn: number;
  choices: Choice[]; // of the seat to move, as far as the viewer knows them
  draws: Draw[]; // what chance may draw, the likeliest first, at most 64
  prompt: string;
  step: Step | null; // the last move made
  lines: string[]; // what it did
  ending: string; // the ruling that ended the match; empty while it goes on
}

/** Show one good move. */
export interface StudiedLine {
  move: number;
  text: string;
  chance: number; // of winning, from 0 to 1
  error: number; // standard error of the chance; 0 where it cannot be told
  line: string[]; // the expected moves, this one first, up to where chance draws
  sentences: string[]; // the same in words
  reason: string;
}

/** Show the best moves of a position, as the seat to move may know it, and of those what the viewer may know. */
export interface StudiedLines {
  lines: StudiedLine[];
  steps: number; // simulations, or positions looked at
}

/** Bring a position along: the set-up, or a text, and moves from there. */
export interface Study {
  game: string;
  options: Record<string, number | boolean | string>;
  seats: number | null; // how many sit down, at the set-up
  position: string; // as text; empty for the set-up
  turn: number; // turns finished before it
  moves: string[]; // made from there, in notation, chance too
  viewer: number; // whose view is shown: a seat, or -2 for everything
  path: string[]; // clicks that mean the last move, instead of its text
}

/** Ask for the best moves of a position that is studied. */
export interface StudyLines {
  study: Study;
  lines: number;
  effort: number; // each step thinks four times as long
}

/** Show one row of a sum that does not come out. */
export interface Sum {
  title: string;
  count: number;
  wrong: boolean;
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
  starters: PotionExplosionTile[];
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

/** Show how the money of a seat came together: what it scored in the last round, its bonus, and all the rest. */
export interface PotusEarned {
  scored: number;
  bonus: number;
  rest: number;
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
  earned: PotusEarned | null;
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

export type SideClock = BankClock | DaysClock;

export type ClockPlan = BankClock | DaysClock | SidesClock;

export type Action = Commit | Reveal | Ready | Move | Say | Undo | Propose | Answer | Resign | Abort | Leave | Return | SitIn | CallCoach;

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
  agree: (game: string) => `/api/games/${game}/options`,
  things: (game: string) => `/api/games/${game}/things`,
  lessons: (game: string) => `/api/games/${game}/lessons`,
  attempt: (game: string) => `/api/games/${game}/lessons`,
  puzzles: (game: string) => `/api/games/${game}/puzzles`,
  solve: (game: string) => `/api/games/${game}/puzzles`,
  lobby: () => `/api/matches`,
  create: () => `/api/matches`,
  importRecord: () => `/api/records`,
  snapshot: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}${search(query)}`,
  join: (match: string) => `/api/matches/${match}/join`,
  look: (match: string) => `/api/matches/${match}/invitation`,
  follow: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/follow${search(query)}`,
  revoke: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/key${search(query)}`,
  rotate: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/key${search(query)}`,
  invite: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/invite${search(query)}`,
  command: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/commands${search(query)}`,
  preview: (match: string, query: { move: number; seat?: number }) => `/api/matches/${match}/preview${search(query)}`,
  position: (match: string, query: { ply?: number; seat?: number } = {}) => `/api/matches/${match}/position${search(query)}`,
  why: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/why${search(query)}`,
  record: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/record${search(query)}`,
  me: () => `/api/me`,
  be: () => `/api/me`,
  rename: () => `/api/me`,
  deleteMe: () => `/api/me`,
  code: () => `/api/me/code`,
  recover: () => `/api/me/recover`,
  signOut: (device: string) => `/api/me/devices/${device}`,
  myMatches: () => `/api/me/matches`,
  forget: (match: string) => `/api/me/matches/${match}`,
  claim: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/claim${search(query)}`,
  course: (game: string) => `/api/me/games/${game}`,
  download: () => `/api/me/download`,
  setMail: () => `/api/me/mail`,
  proveMail: () => `/api/mail/on`,
  endMail: (query: { token: string }) => `/api/mail/off${search(query)}`,
  addPush: () => `/api/me/pushes`,
  endPush: (query: { endpoint?: string } = {}) => `/api/me/pushes${search(query)}`,
  rest: () => `/api/me/vacation`,
  newPasskey: () => `/api/me/passkeys/new`,
  addPasskey: () => `/api/me/passkeys`,
  endPasskey: (passkey: string) => `/api/me/passkeys/${passkey}`,
  askPasskey: () => `/api/me/passkeys/ask`,
  usePasskey: () => `/api/me/passkeys/use`,
  review: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/review${search(query)}`,
  beginReview: (match: string, query: { seat?: number } = {}) => `/api/matches/${match}/review${search(query)}`,
  better: (match: string, query: { ply?: number; seat?: number } = {}) => `/api/matches/${match}/better${search(query)}`,
  study: () => `/api/study`,
  studyLines: () => `/api/study/lines`,
  studyJudge: () => `/api/study/judge`,
  edit: () => `/api/study/edit`,
  lab: () => `/api/lab`,
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
  /** Say what is wrong with options, if anything. */
  agree: (game: string, body: Agreement) => call<Problem[]>("POST", addresses.agree(game), body),
  /** Explain every thing of a game by its name. */
  things: (game: string) => call<Record<string, Thing>>("GET", addresses.things(game)),
  /** Show how a game is taught. */
  lessons: (game: string) => call<Lessons>("GET", addresses.lessons(game)),
  /** Try a step of a lesson. */
  attempt: (game: string, body: Try) => call<Tried>("POST", addresses.attempt(game), body),
  /** Show the puzzles of a game, and how the player stands. */
  puzzles: (game: string) => call<Puzzles>("GET", addresses.puzzles(game)),
  /** Try a puzzle. */
  solve: (game: string, body: PuzzleTry) => call<PuzzleTried>("POST", addresses.solve(game), body),
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
  /** Look at an invitation; nothing is spent by it. */
  look: (match: string, body: Look) => call<Invitation>("POST", addresses.look(match), body),
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
  /** Show whoever asks to themselves. */
  me: () => call<Me>("GET", addresses.me()),
  /** Be known from now on, in this browser. */
  be: (body: NewPlayer) => call<Me>("POST", addresses.be(), body),
  /** Take another name or face. */
  rename: (body: NewPlayer) => call<Me>("PUT", addresses.rename(), body),
  /** Delete the player and what is theirs. */
  deleteMe: () => call<Gone>("DELETE", addresses.deleteMe()),
  /** Get a code that leads back; the one before is void. */
  code: () => call<RecoveryCode>("POST", addresses.code()),
  /** Come back with a code. */
  recover: (body: Recover) => call<Me>("POST", addresses.recover(), body),
  /** Sign a browser out. */
  signOut: (device: string) => call<Me>("DELETE", addresses.signOut(device)),
  /** List the player's matches. */
  myMatches: () => call<MyMatches>("GET", addresses.myMatches()),
  /** Take a finished match off the list. */
  forget: (match: string) => call<MyMatches>("DELETE", addresses.forget(match)),
  /** Add a match to the player's, by the key to a seat. */
  claim: (match: string, query: { seat?: number } = {}) => call<Joined>("POST", addresses.claim(match, query)),
  /** Show the course of the player's rating. */
  course: (game: string) => call<Course>("GET", addresses.course(game)),
  /** Download what is kept of the player. */
  download: () => call<Record<string, unknown>>("GET", addresses.download()),
  /** Be told by mail, once the address is confirmed; or not. */
  setMail: (body: MailAddress) => call<Me>("PUT", addresses.setMail(), body),
  /** Confirm an address with what was mailed to it. */
  proveMail: (body: Proof) => call<MailAddress>("POST", addresses.proveMail(), body),
  /** Get no more mails, with what each mail has. */
  endMail: (query: { token: string }) => call<MailAddress>("POST", addresses.endMail(query)),
  /** Tell this browser. */
  addPush: (body: Subscription) => call<Me>("POST", addresses.addPush(), body),
  /** Do not tell a browser any more. */
  endPush: (query: { endpoint?: string } = {}) => call<Me>("DELETE", addresses.endPush(query)),
  /** Begin or end a vacation. */
  rest: (body: Vacation) => call<Me>("PUT", addresses.rest(), body),
  /** Begin to add a passkey. */
  newPasskey: () => call<Challenge>("POST", addresses.newPasskey()),
  /** Add a passkey. */
  addPasskey: (body: Credential) => call<Me>("POST", addresses.addPasskey(), body),
  /** Remove a passkey. */
  endPasskey: (passkey: string) => call<Me>("DELETE", addresses.endPasskey(passkey)),
  /** Begin to come back with a passkey. */
  askPasskey: () => call<Challenge>("POST", addresses.askPasskey()),
  /** Come back with a passkey. */
  usePasskey: (body: Credential) => call<Me>("POST", addresses.usePasskey(), body),
  /** Show the review of a finished match, or how far it is. */
  review: (match: string, query: { seat?: number } = {}) => call<Review>("GET", addresses.review(match, query)),
  /** Begin the review of a finished match, unless there is one. */
  beginReview: (match: string, query: { seat?: number } = {}) => call<Review>("POST", addresses.beginReview(match, query)),
  /** Show the better line at a marked decision of a review. */
  better: (match: string, query: { ply?: number; seat?: number } = {}) => call<Replay>("GET", addresses.better(match, query)),
  /** Show a position that is studied. */
  study: (body: Study) => call<Studied>("POST", addresses.study(), body),
  /** Find the best moves of a position. */
  studyLines: (body: StudyLines) => call<StudiedLines>("POST", addresses.studyLines(), body),
  /** Judge the last move of a study. */
  studyJudge: (body: Study) => call<Judged>("POST", addresses.studyJudge(), body),
  /** Change a position by hand. */
  edit: (body: Edit) => call<Edited>("POST", addresses.edit(), body),
  /** List the studies of the lab that the host put there. */
  lab: () => call<LabStudy[]>("GET", addresses.lab()),
  /** Show a stretch of the match again. */
  replay: (match: string, query: { first?: number; count?: number; as?: string; seat?: number } = {}) => call<Replay>("GET", addresses.replay(match, query)),
  /** Advise the seat to move; against bots, or when everybody agreed. */
  hint: (match: string, query: { seat?: number } = {}) => call<Hint>("POST", addresses.hint(match, query)),
  /** Show the best moves at a point of a finished match. */
  analysis: (match: string, query: { ply?: number; seat?: number } = {}) => call<Hint>("GET", addresses.analysis(match, query)),
  /** Describe all of this as OpenAPI. */
  openapi: () => call<Record<string, unknown>>("GET", addresses.openapi()),
});
