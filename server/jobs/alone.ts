/**
 * Lets runs go side by side, or one by itself. One that wants to be alone waits for those under way; what comes after
 * it waits for it, so that it is not kept waiting for ever.
 */
export class Alone {
  private running = 0;
  private isAlone = false;
  private readonly waiting: { alone: boolean; begin: () => void }[] = [];

  /** @param alone whether nothing else may run meanwhile @throws what `work` throws */
  async run<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    if (this.waiting.length > 0 || !this.mayBegin(alone))
      await new Promise<void>((begin) => void this.waiting.push({ alone, begin }));
    else this.begin(alone);
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.isAlone = false;
      this.wake();
    }
  }

  private mayBegin(alone: boolean): boolean {
    return alone ? this.running === 0 : !this.isAlone;
  }

  private begin(alone: boolean): void {
    this.running += 1;
    this.isAlone = alone;
  }

  private wake(): void {
    for (let next = this.waiting[0]; next && this.mayBegin(next.alone); next = this.waiting[0]) {
      this.waiting.shift();
      this.begin(next.alone);
      next.begin();
    }
  }
}
