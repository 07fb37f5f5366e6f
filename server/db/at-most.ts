/** Runs pieces of work, at most `most` at once; the others wait for their turn in the order they came. */
export function atMost(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    /** How many wait. */
    get waiting() {
      return waiting.length;
    },
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free--;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
