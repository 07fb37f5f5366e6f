/**
 * Where a person wanted to go before signing in. It travels with that one redirect only: to the sign-in page in the
 * history entry's state, and from there, where signing in may reload the page, as a value that is taken out again by
 * the first read (READINGS, "remembering the origin location").
 */
const returnPathKey = 'commissary.continue';

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

/** Keeps the path for the page that signing in leads to, across a reload too. Null takes back what is left there. */
export function saveReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(returnPathKey);
    else sessionStorage.setItem(returnPathKey, path);
  } catch {
    // Storage may be blocked: nothing is offered then.
  }
}

/** What was taken out of storage by the page that is being drawn. */
let taken: string | null = null;

/** Takes the saved path out of storage. The same again until `clearReturnPath`: drawing may begin twice. */
export function consumeReturnPath(): string | null {
  try {
    taken = sessionStorage.getItem(returnPathKey) ?? taken;
    sessionStorage.removeItem(returnPathKey);
  } catch {
    // See above.
  }
  return taken;
}

/** The page has been drawn: nobody after it is offered this path. */
export function clearReturnPath(): void {
  taken = null;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
