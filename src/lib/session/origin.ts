/**
 * Where a person wanted to go before signing in. It travels with that one redirect only: in the history entry's
 * state, and, where signing in reloads the page, as a value that is taken out again by the first read
 * (READINGS, "remembering the origin location").
 */
const handoverKey = 'commissary.continue';

/**
 * The location as a path of this site, or null. Refused: other hosts, `//`, backslashes, control characters,
 * anything that is not a path from the root. Whether it is a known route that the person may open is asked by
 * whoever offers it.
 */
export function safePath(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\w\-./~%?=&+,:;@!'()*[\]#]*$/.test(value)) return null;
  const decoded = decode(value);
  if (decoded === null || /^\/[/\\]|\\|\/\//.test(decoded.split(/[?#]/)[0] ?? '')) return null;
  const url = new URL(value, origin);
  return url.origin === origin ? `${url.pathname}${url.search}` : null;
}

/** Keeps the path across the one full reload that signing in does. */
export function handOver(path: string): void {
  sessionStorage.setItem(handoverKey, path);
}

/** Takes the path handed over by the reload, once. */
export function takeOver(): string | null {
  try {
    const path = sessionStorage.getItem(handoverKey);
    sessionStorage.removeItem(handoverKey);
    return path;
  } catch {
    return null;
  }
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
