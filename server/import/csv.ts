import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ImportError } from './problems.ts';

/** One row of a file: its cells by column name, trimmed; `NULL` and an empty cell read as empty text. */
export interface CsvRow {
  file: string;
  /** 1 is the header. */
  line: number;
  cells: Readonly<Record<string, string>>;
  /** Commas in texts without quotes were told from separators: they have a space behind them. */
  wasMended: boolean;
  /** More cells than columns even so. */
  hasSurplus: boolean;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a CSV file (UTF-8, with or without BOM, any line ending) whose first line names the columns.
 *
 * @throws ImportError when the file is missing, is not UTF-8 text, or lacks one of `columns`.
 */
export function readCsv(folder: string, file: string, columns: readonly string[]): CsvRow[] {
  const [head, ...rows] = parseFile(folder, file);
  const names = (head?.record ?? []).map((name) => name.trim());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new ImportError(`${file} has no column ${missing.join(', ')}: its first line names the columns.`);
  }
  return rows.map(({ record, info }) => {
    const cells = mend(record, names.length);
    return {
      file,
      line: info.lines,
      cells: Object.fromEntries(names.map((name, nth) => [name, textOf(cells[nth])])),
      wasMended: cells.length < record.length,
      hasSurplus: cells.length > names.length,
    };
  });
}

/** A row with too many cells gets those back that begin with a space: `Rua do Mercado, 12` is one text. */
function mend(record: readonly string[], count: number): string[] {
  const cells: string[] = [];
  let surplus = record.length - count;
  for (const cell of record) {
    const isRest = surplus > 0 && cells.length > 0 && cell.startsWith(' ');
    if (isRest) surplus -= 1;
    if (isRest) cells.push(`${cells.pop()},${cell}`);
    else cells.push(cell);
  }
  return cells;
}

function parseFile(folder: string, file: string): Parsed[] {
  const path = join(folder, file);
  if (!existsSync(path)) throw new ImportError(`There is no ${file} in ${folder}.`);
  const text = decode(readFileSync(path), file);
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[];
  } catch (error) {
    throw new ImportError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${file} is not UTF-8 text: save it as "CSV UTF-8".`);
  }
}

function textOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text === 'NULL' ? '' : text;
}
