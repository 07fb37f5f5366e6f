import { detectFileKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import { maxFileBytes } from './limits.ts';
import { readCsv } from './read-csv.ts';
import type { FileTable, ReadOptions } from './table.ts';

/** Reads a CSV or XLSX file, regardless of its name. Throws `FileProblem`. */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions = {},
): Promise<FileTable> {
  if (bytes.byteLength > maxFileBytes) throw new FileProblem('too-large');
  if (detectFileKind(bytes) === 'text') return readCsv(bytes, options);
  // The workbook reader is loaded on first use.
  const { readXlsx } = await import('./read-xlsx.ts');
  return readXlsx(bytes, options);
}
