/** Begin a match: create it, remember it and its invitations, and go there. */
import type { NewMatch } from "../protocol";
import { api } from "./api";
import { solo } from "./home";
import { keepMatch } from "./kept";
import { beKnown } from "./me.svelte";
import { go } from "./route.svelte";
import { settings } from "./settings.svelte";

export async function begin(plan: NewMatch): Promise<void> {
  const known = await beKnown();
  const seats = plan.seats.map((seat, place) =>
    seat.kind === "person" && !place ? { ...seat, face: settings.face } : seat,
  );
  const created = await api.create({ ...plan, seats });
  if (!solo && !known?.player) keepMatch(created.match, plan.game);
  if (created.invites.length) sessionStorage.setItem(`invites:${created.match}`, JSON.stringify(created.invites));
  go(`/match/${created.match}`);
}
