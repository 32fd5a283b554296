import { t } from "../../lib/say";
import type { Editing } from "../../setup/editors";
import { nameOf, split, type Things, type Values } from "../../setup/setup";
import { listed } from "../../lib/words";
import RulesEditor from "./RulesEditor.svelte";

/** What an option says where the words for its choices do not: rules that are given, banned, or one's own. */
function says(option: string, values: Values, things: Things): string {
  const name = (rule: string) => nameOf(things, rule.split(":")[0]!);
  const side = (text: string) => (text === "none" ? t("no rules") : listed(text.split("+").map(name)));
  if (option === "powers") {
    const [near, far] = String(values.powers).split("/");
    return far && far !== near
      ? t("Red has {0}; Blue has {1}.", side(near!), side(far))
      : t("Each side has {0}.", side(near!));
  }
  if (option === "extra") {
    const own = split(values.extra, "+");
    return own.length ? t("{0} may be chosen too.", listed(own.map(name))) : "";
  }
  const banned = split(values.banned, "+");
  const alone = banned.filter((one) => !one.includes("&")).map(name);
  const pairs = banned.filter((one) => one.includes("&")).map((one) => one.split("&").map(name).join(t(" with ")));
  const first = alone.length
    ? alone.length === 1
      ? t("{0} is banned.", alone[0])
      : t("{0} are banned.", listed(alone))
    : "";
  return [first, ...pairs.map((pair) => t("Nobody may have {0}.", pair))].filter(Boolean).join(" ");
}

export const struggle: Editing = { Editor: RulesEditor, says };
