/** The worker that thinks, as the table's worker sees it: started when asked, ended when it hangs. */
import type { FromMind, Kernel, ToMind } from "./messages";

export class Mind {
  private worker: Worker | null = null;
  private waiting = new Map<number, { found(thought: string): void; failed(error: Error): void }>();
  private asked = 0;

  constructor(private readonly kernel: Kernel) {}

  /** Start before anybody asks, so that the first answer comes sooner. */
  begin(): void {
    if (this.worker) return;
    this.worker = new Worker(new URL("./mind.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromMind>) => this.hear(data);
    this.worker.onerror = (event) => this.end(event.message || "the worker that thinks has failed");
    this.worker.postMessage({ kernel: this.kernel } satisfies ToMind);
  }

  ask(question: string): Promise<string> {
    this.begin();
    const number = ++this.asked;
    return new Promise((found, failed) => {
      this.waiting.set(number, { found, failed });
      this.worker!.postMessage({ number, question } satisfies ToMind);
    });
  }

  end(reason = "it was ended"): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { failed } of this.waiting.values()) failed(new Error(reason));
    this.waiting.clear();
  }

  private hear(said: FromMind): void {
    const asker = this.waiting.get(said.number);
    this.waiting.delete(said.number);
    if ("failed" in said) asker?.failed(new Error(said.failed));
    else asker?.found(said.thought);
  }
}
