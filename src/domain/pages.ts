/**
 * A page path as its segments: `/x/` and `x` are the same, query and hash are cut, case counts.
 * Null for anything that is not a plain path (empty or dot segments, `//`, encoded or backward slashes, the
 * empty path): such text opens nothing, whatever its first segments say.
 */
function pageSegments(path: string): string[] | null {
  const bare = path
    .replace(/[?#].*$/s, '')
    .replace(/^\//, '')
    .replace(/\/$/, '');
  const segments = bare.split('/');
  return segments.every(isPlainSegment) ? segments : null;
}

function isPlainSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[%\\\s]/.test(segment);
}

/** True when one of `pages` is the path itself or a parent of it, in whole segments. */
export function opensPage(pages: readonly string[], path: string): boolean {
  const target = pageSegments(path);
  if (!target) return false;
  return pages.some((page) => {
    const parent = pageSegments(page);
    return parent !== null && parent.every((segment, index) => segment === target[index]);
  });
}
