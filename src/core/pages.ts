/**
 * Splits a page path into segments: `/x/` equals `x`, query and hash are removed, case matters. Returns null
 * for anything but a plain path (empty or dot segments, `//`, encoded slashes or backslashes, an empty path);
 * such a path matches no page.
 */
function splitPage(path: string): string[] | null {
  const trimmed = path
    .replace(/[?#].*$/s, '')
    .replace(/^\//, '')
    .replace(/\/$/, '');
  const segments = trimmed.split('/');
  return segments.every(isPlainSegment) ? segments : null;
}

function isPlainSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[%\\\s]/.test(segment);
}

/** Returns whether one of `pages` is the path itself or a parent of it, in whole segments. */
export function isPathAllowed(pages: readonly string[], path: string): boolean {
  const target = splitPage(path);
  if (!target) return false;
  return pages.some((page) => {
    const parent = splitPage(page);
    return parent !== null && parent.every((segment, index) => segment === target[index]);
  });
}
