import type { Editing } from "../../setup/editors";
import BoardEditor from "./BoardEditor.svelte";

export const potus: Editing = { Editor: BoardEditor };
