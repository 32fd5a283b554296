/** Begin a match: create it, remember it and its invitations, and go there. */
import type { NewMatch } from "../protocol";
import { api } from "./api";
import { keepMatch } from "./kept";
import { go } from "./route.svelte";

export async function begin(plan: NewMatch): Promise<void> {
  const created = await api.create(plan);
  keepMatch(created.match, plan.game);
  if (created.invites.length) sessionStorage.setItem(`invites:${created.match}`, JSON.stringify(created.invites));
  go(`/match/${created.match}`);
}
