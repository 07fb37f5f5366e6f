import { toPriceMicro } from '#core/money.ts';
import { rejoinCells } from '#core/rejoin-cells.ts';
import { QuantityError } from '#core/quantity.ts';
import { ImportError, type ImportProblem } from './problems.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

/** Valid rows of a file by key, and the keys of all rows. */
export interface KeyedRows<T> {
  rows: Map<string, T>;
  keys: Set<string>;
}

/** Reads the cells of one row and records problems; an invalid cell is read as a default value. */
export class RowReader {
  readonly #row: CsvRow;
  readonly #problems: ImportProblem[];
  #isValid = true;

  constructor(row: CsvRow, problems: ImportProblem[]) {
    this.#row = row;
    this.#problems = problems;
  }

  /** Whether every cell read so far was valid. */
  get isValid(): boolean {
    return this.#isValid;
  }

  addProblem(column: string, message: string): void {
    this.#isValid = false;
    this.#problems.push({ file: this.#row.file, line: this.#row.line, column, message });
  }

  readOptionalText(column: string): string | null {
    return this.#row.cells[column] || null;
  }

  readText(column: string): string {
    const text = this.#row.cells[column] ?? '';
    if (text === '') this.addProblem(column, 'a value is required.');
    return text;
  }

  /**
   * Reads a reference to a row in another file. A row that refers to a bad row is skipped without a second
   * problem report.
   */
  readReference(column: string, keyed: KeyedRows<unknown>, otherFile: string): string {
    const key = this.readText(column);
    if (key !== '' && !keyed.keys.has(key)) this.addProblem(column, `"${key}" isn't in ${otherFile}.`);
    if (!keyed.rows.has(key)) this.#isValid = false;
    return key;
  }

  readWholeNumber(column: string, min: number): number {
    const text = this.readText(column);
    const value = Number(text);
    if (text !== '' && !(Number.isSafeInteger(value) && value >= min)) {
      this.addProblem(column, `"${text}" must be a whole number of ${min} or more.`);
      return min;
    }
    return value;
  }

  /** Reads a price with at most 6 decimals, not negative, in millionths. */
  readPriceMicro(column: string): number {
    const text = this.readText(column);
    if (text === '') return 0;
    try {
      const priceMicro = toPriceMicro(text);
      if (priceMicro >= 0) return priceMicro;
      this.addProblem(column, `"${text}" must not be below 0.`);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      this.addProblem(column, `"${text}" isn't a valid amount. Use a format like 12.50.`);
    }
    return 0;
  }

  /** Reads a fraction from 0 to 1, in millionths. */
  readShareMicro(column: string): number {
    const text = this.readText(column);
    const value = Number(text);
    if (text !== '' && value >= 0 && value <= 1) return Math.round(value * 1_000_000);
    if (text !== '') this.addProblem(column, `"${text}" must be a number between 0 and 1.`);
    return 0;
  }

  /** Reads a required day, `YYYY-MM-DD` with or without a time, as midnight UTC. */
  readDay(column: string): Date {
    const text = this.readText(column);
    return (text === '' ? null : this.#parseDay(column, text)) ?? new Date(0);
  }

  readOptionalDay(column: string): Date | null {
    const text = this.#row.cells[column] ?? '';
    return text === '' ? null : this.#parseDay(column, text);
  }

  #parseDay(column: string, text: string): Date | null {
    const date = /^(\d{4}-\d{2}-\d{2})(?:[ T][\d:.]+)?$/.exec(text)?.[1];
    const day = date === undefined ? null : new Date(`${date}T00:00:00.000Z`);
    if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date ?? '')) return day;
    this.addProblem(column, `"${text}" isn't a valid date. Use the format YYYY-MM-DD.`);
    return null;
  }
}

/** One row of a file: trimmed cells by column name; `NULL` and empty cells are empty strings. */
interface CsvRow {
  file: string;
  /** Line 1 is the header. */
  line: number;
  cells: Readonly<Record<string, string>>;
  /** True if unquoted commas were distinguished from separators by the space that follows them. */
  wasRepaired: boolean;
  /** True if the row still has more cells than columns. */
  hasExtraCells: boolean;
}

/**
 * Reads a CSV file (UTF-8, with or without BOM, any line ending) whose first line contains the column names.
 *
 * @throws ImportError if the file or a column is missing, or the file isn't UTF-8
 */
export function readCsvFile(folder: string, file: string, columns: readonly string[]): CsvRow[] {
  const [header, ...rows] = parseFile(folder, file);
  const names = (header?.cells ?? []).map((name) => name.trim());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new ImportError(
      `${file} has no column ${missing.join(', ')}. The first line must contain the column names.`,
    );
  }
  return rows.map(({ cells: parsed, line }) => {
    const cells = rejoinCells(parsed, names.length);
    return {
      file,
      line,
      cells: Object.fromEntries(names.map((name, index) => [name, cleanCell(cells[index])])),
      wasRepaired: cells.length < parsed.length,
      hasExtraCells: cells.length > names.length,
    };
  });
}

/** Returns the non-empty rows of a file, each with the number of its last line. */
function parseFile(folder: string, file: string): { cells: string[]; line: number }[] {
  const path = join(folder, file);
  if (!existsSync(path)) throw new ImportError(`There is no ${file} in ${folder}.`);
  const { data, errors } = Papa.parse<string[]>(decode(readFileSync(path), file), { delimiter: ',' });
  const unclosedQuote = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosedQuote)
    throw new ImportError(
      `${file} cannot be read: a quote in row ${(unclosedQuote.row ?? 0) + 1} is not closed.`,
    );
  let line = 0;
  return data.flatMap((cells) => {
    // Quoted text may contain line breaks.
    line += cells.join('').split(/\r\n|\r|\n/).length;
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }];
  });
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${file} is not UTF-8 text: save it as "CSV UTF-8".`);
  }
}

function cleanCell(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text === 'NULL' ? '' : text;
}
