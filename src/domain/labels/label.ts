/** A label of 62 x 29 mm: what is read from afar, what stands below it, and a code. */
export interface Label {
  /** Large, on one line. */
  title: string;
  /** Large, at the end of the second line: `2/3`. */
  mark: string;
  /** Small, a line each; at most two. */
  facts: readonly string[];
  /** Small, below the facts, and never cut off: what it contains. The bars are lower where it takes more than a line. */
  whole?: string;
  /** What the bars say: a GS1 element string with U+001D for FNC1, or any other text of ASCII. */
  code: string;
  isGs1: boolean;
  /** What stands below the bars. */
  codeText: string;
}

/** In millimetres. */
export const labelSize = { width: 62, height: 29 } as const;

/** Heights of letters in millimetres, of lines of them, and the room that what has to be read to its end has. */
const letters = [2.75, 2.25, 2, 1.75] as const;
export const lineHeight = 1.1;
const room = { width: 57, height: 9 } as const;

/** How high the letters are of what has to be read to its end, so that all of it fits, and on how many lines it does. */
export function wholeSize(words: string): { letterMm: number; lines: number } {
  const sizes = letters.map((letterMm) => ({
    letterMm,
    // A letter is about half as wide as high; words that go to the next line leave some room.
    perLine: Math.floor(room.width / (letterMm * 0.55)),
    lines: Math.floor(room.height / (letterMm * lineHeight)),
  }));
  const found = sizes.find(({ perLine, lines }) => words.length <= perLine * lines) ?? sizes.at(-1);
  const { letterMm = 0, perLine = 1 } = found ?? {};
  return { letterMm, lines: Math.ceil(words.length / perLine) };
}

/** What the bars on the n-th crate of an order say. */
export const crateCode = (orderNo: string, crate: number): string => `${orderNo}-${crate}`;

/** Whether Code 128 can say it: printable ASCII, and not longer than a label is wide. */
export const isForBars = (code: string): boolean => /^[ -~]{1,48}$/.test(code.replaceAll('\u001d', ''));
