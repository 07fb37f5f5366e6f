/** A label of 62 x 29 mm: what is read from afar, what stands below it, and a code. */
export interface Label {
  /** Large, on one line. */
  title: string;
  /** Large, at the end of the second line: `2/3`. */
  mark: string;
  /** Small, a line each; at most two. */
  facts: readonly string[];
  /** What the bars say: a GS1 element string with U+001D for FNC1, or any other text of ASCII. */
  code: string;
  isGs1: boolean;
  /** What stands below the bars. */
  codeText: string;
}

/** In millimetres. */
export const labelSize = { width: 62, height: 29 } as const;

/** What the bars on the n-th crate of an order say. */
export const crateCode = (orderNo: string, crate: number): string => `${orderNo}-${crate}`;

/** Whether Code 128 can say it: printable ASCII, and not longer than a label is wide. */
export const isForBars = (code: string): boolean => /^[ -~]{1,48}$/.test(code.replaceAll('\u001d', ''));
