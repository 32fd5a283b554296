/** The worker that thinks for the bots, and about hints, reviews and records. */
import { start } from "./kernel";
import type { FromMind, Kernel, ToMind } from "./messages";

type Think = (question: string) => string;
let ready: Promise<Think>;

async function begin(kernel: Kernel): Promise<Think> {
  const { python } = await start(kernel);
  return python.pyimport("potluck.table.solo.bots").think as Think;
}

onmessage = async ({ data }: MessageEvent<ToMind>) => {
  if ("kernel" in data) {
    ready = begin(data.kernel);
    return;
  }
  const { number, question } = data;
  const said: FromMind = await ready.then(
    (think) => ({ number, thought: think(question) }),
    (error: Error) => ({ number, failed: error.message }),
  );
  postMessage(said);
};
