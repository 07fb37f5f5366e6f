/** Letters and signs that the text around them would be written into from the wrong side; a sign of percent would change sides. */
const needsIsolation = /[A-Za-z%]|^[+\-−]/;

/**
 * The same texts, with what is filled into their blanks isolated: a Latin name, a code or a signed number in a
 * sentence that runs from the right stays in one piece (Unicode bidi, FSI and PDI).
 */
export function isolateBlanks(texts: unknown): unknown {
  if (typeof texts === 'function') {
    const fill = texts as (...blanks: unknown[]) => string;
    return (...blanks: unknown[]) => fill(...blanks.map(isolate));
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isolateBlanks(text)]));
}

/** One blank of a sentence that runs from the right, isolated where it needs it. */
export function isolate<T>(blank: T): T | string {
  return typeof blank === 'string' && needsIsolation.test(blank) ? `\u2068${blank}\u2069` : blank;
}
