import type { Editing } from "../../setup/editors";
import { kindSign } from "./signs";

export const potion_explosion: Editing = { sign: kindSign };
