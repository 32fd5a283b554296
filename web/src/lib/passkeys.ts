/** Passkeys: the browser makes and uses them, the table checks what they sign. */
import { t } from "./say";
import type { Me } from "../protocol";
import { api, Refused } from "./api";
import { meet } from "./me.svelte";

/** Write a credential as the table reads it. */
const written = (credential: Credential | null): string => {
  if (!credential) throw new Refused("not_allowed", t("The browser has no passkey for this page."));
  return JSON.stringify((credential as PublicKeyCredential).toJSON());
};

/** The browser says little about why: not wanted, or too late. */
const unwanted = (): never => {
  throw new Refused("not_allowed", t("No passkey was used: the browser was told not to, or it took too long."));
};

export async function makePasskey(): Promise<Me> {
  const { options } = await api.newPasskey();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey }).catch(unwanted);
  return meet(await api.addPasskey({ credential: written(credential) }));
}

export async function usePasskey(): Promise<Me> {
  const { options } = await api.askPasskey();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey }).catch(unwanted);
  return api.usePasskey({ credential: written(credential) });
}
