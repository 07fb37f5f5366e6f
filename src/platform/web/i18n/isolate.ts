/**
 * Letters and signs that would be displayed on the wrong side in right-to-left text, such as a percent sign.
 */
const needsIsolation = /[A-Za-z%]|^[+\-−]/;

/**
 * Returns the catalogue with its parameters isolated, so that Latin names, codes and signed numbers stay in
 * one piece in right-to-left text (Unicode bidi, FSI and PDI).
 */
export function isolateParameters(texts: unknown): unknown {
  if (typeof texts === 'function') {
    const fill = texts as (...parameters: unknown[]) => string;
    return (...parameters: unknown[]) => fill(...parameters.map(isolate));
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isolateParameters(text)]));
}

/** Isolates one parameter of a right-to-left sentence if needed. */
export function isolate<T>(parameter: T): T | string {
  return typeof parameter === 'string' && needsIsolation.test(parameter)
    ? `\u2068${parameter}\u2069`
    : parameter;
}
