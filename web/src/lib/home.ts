/** Where the table is: at a server, or, in the build without one, inside this browser. */
import type { Wire } from "./socket";

/** Whether this build has no server. */
export const solo = import.meta.env.MODE === "solo";

/** How the table is reached; the build without a server brings its own way before anything is asked. */
export const way = {
  send: (method: string, address: string, init: RequestInit): Promise<Response> => fetch(address, { method, ...init }),
  wire: (address: string): Wire => new WebSocket(address) as unknown as Wire,
};
