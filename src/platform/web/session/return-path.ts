/**
 * The page requested before signing in. It survives one redirect only: it reaches the sign-in page in the
 * history entry's state, and the next page as a stored value that is removed when first read, because signing
 * in may reload the page (docs/spec-map.md, section 2).
 */
const returnPathKey = 'commissary.continue';

/**
 * Returns the location as a path of this site, or null for other hosts, `//`, backslashes, control characters
 * and relative paths. The caller checks that it is a known route the user may open.
 */
export function toSafePath(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || !/^\/(?![/\\])[\w\-./~%?=&+,:;@!'()*[\]#]*$/.test(value)) return null;
  const decoded = decode(value);
  if (decoded === null || /^\/[/\\]|\\|\/\//.test(decoded.split(/[?#]/)[0] ?? '')) return null;
  const url = new URL(value, origin);
  return url.origin === origin ? `${url.pathname}${url.search}` : null;
}

/** Stores the path for the page after sign-in, so that it survives a reload. Null removes it. */
export function saveReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(returnPathKey);
    else sessionStorage.setItem(returnPathKey, path);
  } catch {
    // Storage may be blocked; there is no return path then.
  }
}

/** The path that the page being rendered has consumed. */
let consumedPath: string | null = null;

/**
 * Removes the path from storage and returns it; repeated calls return the same until `clearReturnPath`,
 * because rendering may start twice.
 */
export function consumeReturnPath(): string | null {
  try {
    consumedPath = sessionStorage.getItem(returnPathKey) ?? consumedPath;
    sessionStorage.removeItem(returnPathKey);
  } catch {
    // Storage may be blocked.
  }
  return consumedPath;
}

/** Drops the path once the page is rendered. */
export function clearReturnPath(): void {
  consumedPath = null;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
