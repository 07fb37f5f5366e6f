/** Number of values measured per time slice. */
const sliceLength = 1000;

/**
 * Measures the size of data as UTF-8 JSON text, ignoring escapes, without creating the text. It is a
 * generator that yields after every thousand values, so that megabytes are measured in many short steps, and
 * finally returns the number of bytes.
 */
export function* measureJsonBytes(data: unknown): Generator<undefined, number> {
  const pending: unknown[] = [data];
  let bytes = 0;
  let measured = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') bytes += countTextBytes(value) + 2;
    else if (typeof value !== 'object' || value === null)
      bytes += value === undefined ? 0 : String(value).length;
    else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      for (const child of value) pending.push(child);
    } else {
      const entries = Object.entries(value).filter(([, child]) => child !== undefined);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [name, child] of entries) {
        bytes += countTextBytes(name) + 3;
        pending.push(child);
      }
    }
    if (++measured % sliceLength === 0) yield;
  }
  return bytes;
}

function countTextBytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // A surrogate pair has four bytes: two for each half.
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) bytes += 2;
    else if (code >= 0x80) bytes += 1;
  }
  return bytes;
}
