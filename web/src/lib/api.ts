/** The table over HTTP. */
import { t } from "./say";
import { addresses, client, type Code, type Refusal } from "../protocol";
import { solo, way } from "./home";

/** A refusal of the table, or the lack of any answer. */
export class Refused extends Error {
  constructor(
    readonly code: Code | "unreachable",
    sentence: string,
    readonly ruling = "",
  ) {
    super(sentence);
  }
}

async function call<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await send(method, address, body);
  if (answer.ok) return (await answer.json()) as T;
  const refusal = (await answer.json().catch(() => null)) as Refusal | null;
  if (refusal?.sentence) throw new Refused(refusal.code, refusal.sentence, refusal.ruling);
  throw new Refused(answer.status === 404 ? "not_found" : "failed", t("Something went wrong at the table."));
}

async function send(method: string, address: string, body?: unknown): Promise<Response> {
  const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const text = typeof body === "string"; // a record travels as it is
  try {
    return await way.send(method, address, body === undefined ? {} : text ? { body } : json);
  } catch {
    throw new Refused("unreachable", t("The table does not answer."));
  }
}

export const api = client(call);

/** Write the address of a match's socket. */
export function socketAddress(match: string): string {
  if (solo) return addresses.socket(match);
  const secure = location.protocol === "https:";
  return `${secure ? "wss" : "ws"}://${location.host}${addresses.socket(match)}`;
}
