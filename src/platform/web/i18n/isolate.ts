/**
 * Letters and signs that would be displayed on the wrong side in right-to-left text, such as a percent sign.
 */
const needsIsolation = /[A-Za-z%]|^[+\-−]/;

/**
 * Returns the catalogue with its parameters isolated, so that Latin names, codes and signed numbers stay in
 * one piece in right-to-left text (Unicode bidi, FSI and PDI).
 */
export function isolateBlanks(texts: unknown): unknown {
  if (typeof texts === 'function') {
    const fill = texts as (...blanks: unknown[]) => string;
    return (...blanks: unknown[]) => fill(...blanks.map(isolate));
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isolateBlanks(text)]));
}

/** Isolates one parameter of a right-to-left sentence if needed. */
export function isolate<T>(blank: T): T | string {
  return typeof blank === 'string' && needsIsolation.test(blank) ? `\u2068${blank}\u2069` : blank;
}
