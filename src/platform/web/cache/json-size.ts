/** Number of values measured per time slice. */
const slice = 1000;

/**
 * Measures the size of data as JSON text in UTF-8, ignoring escapes, without creating the text. A generator,
 * so that megabytes are measured in many short steps: it yields after every thousand values and returns
 * bytes.
 */
export function* measureJsonBytes(data: unknown): Generator<undefined, number> {
  const rest: unknown[] = [data];
  let bytes = 0;
  let seen = 0;
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') bytes += textBytes(value) + 2;
    else if (typeof value !== 'object' || value === null)
      bytes += value === undefined ? 0 : String(value).length;
    else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      for (const each of value) rest.push(each);
    } else {
      const entries = Object.entries(value).filter(([, each]) => each !== undefined);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [name, each] of entries) {
        bytes += textBytes(name) + 3;
        rest.push(each);
      }
    }
    if (++seen % slice === 0) yield;
  }
  return bytes;
}

function textBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A surrogate pair has four bytes: two for each half.
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) bytes += 2;
    else if (code >= 0x80) bytes += 1;
  }
  return bytes;
}
