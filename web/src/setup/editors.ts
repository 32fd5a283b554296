/** The parts of the set-up that a game draws itself; each game says it in the `options.ts` of its folder. */
import type { Component } from "svelte";
import { potion_explosion } from "../boards/potion_explosion/options";
import { potus } from "../boards/potus/options";
import { struggle } from "../boards/struggle/options";
import type { Sign } from "../boards/drawing";
import type { EditorProps, Things, Values } from "./setup";

export interface Editing {
  Editor?: Component<EditorProps>;
  sign?: (thing: string) => Sign; // of a thing that a set is made of
  says?: (name: string, values: Values, things: Things) => string; // of an option that the editor edits
}

const EDITING: Record<string, Editing> = { potion_explosion, potus, struggle };

export const editingOf = (game: string): Editing => EDITING[game] ?? {};
