/** What can be pointed at in Potion Explosion, by its names in the game's words. */
import type { PotionExplosionTile, PotionExplosionView } from "../../protocol";

const recipe = (tile: PotionExplosionTile) => [tile.kind, tile.name, "hole"];

export function card(view: PotionExplosionView, id: string): string[] {
  const marble = /^([a-e])([1-9])$/.exec(id);
  if (marble) {
    const track = view.tracks.find(({ name }) => name === marble[1]);
    const colour = track?.marbles[Number(marble[2]) - 1];
    return colour ? [colour, ...(view.marked.includes(id) ? ["marked"] : []), "pick"] : ["track"];
  }
  const [, place, number] = /^(stack|burner)(\d)$/.exec(id) ?? [];
  const tile =
    place === "stack" ? view.stacks[Number(number) - 1]?.top : view.desks[view.seat]?.burners[Number(number) - 1];
  if (place) return tile ? [...recipe(tile), place] : [place];
  return ["red", "blue", "black", "yellow"].includes(id) ? [id, "pool"] : [id];
}
