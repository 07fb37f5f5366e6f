import { type CellCounts, createCellCounts } from './check-cells.ts';
import { FileProblem } from './file-problem.ts';
import { maxUnpackedBytes } from './limits.ts';

interface Entry {
  name: string;
  method: number;
  packedSize: number;
  size: number;
  offset: number;
}

const maxEntries = 2000;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localHeaderSignature = 0x04034b50;

/**
 * Checks an archive before it is unpacked: that it is a workbook, and that declared and actual part sizes are
 * acceptable. Parts are inflated chunk by chunk and counted, so that a false size is detected before it fills
 * memory. Throws `FileProblem`.
 */
export async function checkWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const entries = listEntries(bytes);
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new FileProblem('other-zip');
  const parts = entries.filter(({ name }) => name.endsWith('.xml') || name.endsWith('.xml.rels'));
  const declaredSize = parts.reduce((sum, { size }) => sum + size, 0);
  if (declaredSize > maxUnpackedBytes) throw new FileProblem('bomb');
  let remaining = maxUnpackedBytes;
  // Any part may be a sheet, because the workbook defines their names.
  const cells = createCellCounts();
  for (const part of parts) remaining -= await checkPart(bytes, part, remaining, cells);
}

function listEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new FileProblem('bomb');
  const entries: Entry[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== entrySignature)
      throw new FileProblem('damaged');
    const [nameSize, extra, comment] = [28, 30, 32].map((field) => view.getUint16(offset + field, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + nameSize)),
      method: view.getUint16(offset + 10, true),
      packedSize: view.getUint32(offset + 20, true),
      size: view.getUint32(offset + 24, true),
      offset: view.getUint32(offset + 42, true),
    });
    offset += 46 + nameSize + extra + comment;
  }
  return entries;
}

/** Finds the last end-of-central-directory record; a comment of up to 64 KB may follow it. */
function findEndRecord(view: DataView): number {
  for (let offset = view.byteLength - 22; offset >= Math.max(0, view.byteLength - 22 - 65_535); offset--) {
    if (view.getUint32(offset, true) === endSignature) return offset;
  }
  throw new FileProblem('damaged');
}

/** Inflates a part and checks its cells; returns its size in bytes. */
async function checkPart(
  bytes: Uint8Array<ArrayBuffer>,
  entry: Entry,
  max: number,
  cells: CellCounts,
): Promise<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, packedSize, size, method } = entry;
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== localHeaderSignature)
    throw new FileProblem('damaged');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw new FileProblem('damaged');
  if (method !== 0 && method !== 8) throw new FileProblem('damaged');
  if (method === 0) cells.check(packed);
  const limit = Math.min(max, size);
  const actualSize = method === 0 ? packed.length : await countInflated(packed, limit, cells);
  cells.end();
  if (actualSize !== size) throw new FileProblem(actualSize > size ? 'bomb' : 'damaged');
  return actualSize;
}

/** Returns the inflated size, counted up to one chunk above `max`. */
async function countInflated(
  packed: Uint8Array<ArrayBuffer>,
  max: number,
  cells: CellCounts,
): Promise<number> {
  const inflater = new DecompressionStream('deflate-raw');
  const writer = inflater.writable.getWriter();
  // The reader rejects with the same error.
  const writePromise = writer.write(packed).then(() => writer.close());
  writePromise.catch(() => undefined);
  const reader = inflater.readable.getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return count;
      count += value.byteLength;
      cells.check(value);
      if (count > max) {
        await reader.cancel();
        return count;
      }
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('damaged');
  }
}
