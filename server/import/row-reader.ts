import { toE4 } from '#domain/money.ts';
import { QuantityError } from '#domain/quantity.ts';
import type { CsvRow } from './csv.ts';
import type { ImportProblem } from './problems.ts';

/** What a file holds: its good rows by key, and the keys of all. */
export interface Keyed<T> {
  rows: Map<string, T>;
  keys: Set<string>;
}

/** Reads the cells of one row and notes what is wrong with them; a wrong cell reads as something harmless. */
export class RowReader {
  readonly #row: CsvRow;
  readonly #problems: ImportProblem[];
  #isGood = true;

  constructor(row: CsvRow, problems: ImportProblem[]) {
    this.#row = row;
    this.#problems = problems;
  }

  /** Whether every cell read so far was right. */
  get isGood(): boolean {
    return this.#isGood;
  }

  refuse(column: string, message: string): void {
    this.#isGood = false;
    this.#problems.push({ file: this.#row.file, line: this.#row.line, column, message });
  }

  optionalText(column: string): string | null {
    return this.#row.cells[column] || null;
  }

  text(column: string): string {
    const text = this.#row.cells[column] ?? '';
    if (text === '') this.refuse(column, 'this is empty; a value is needed.');
    return text;
  }

  /** A key that another file must know. A row that hangs on a bad one is left out with it, and nothing is wrong with it. */
  reference(column: string, known: Keyed<unknown>, where: string): string {
    const key = this.text(column);
    if (key !== '' && !known.keys.has(key)) this.refuse(column, `"${key}" is not in ${where}.`);
    if (!known.rows.has(key)) this.#isGood = false;
    return key;
  }

  wholeNumber(column: string, least: number): number {
    const text = this.text(column);
    const value = Number(text);
    if (text !== '' && !(Number.isSafeInteger(value) && value >= least)) {
      this.refuse(column, `"${text}" is not a whole number from ${least}.`);
      return least;
    }
    return value;
  }

  /** Money of at most 4 decimals, not below 0, in ten-thousandths. */
  moneyE4(column: string): number {
    const text = this.text(column);
    if (text === '') return 0;
    try {
      const amountE4 = toE4(text);
      if (amountE4 >= 0) return amountE4;
      this.refuse(column, `"${text}" is below 0.`);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      this.refuse(column, `"${text}" is not an amount; write 12.50.`);
    }
    return 0;
  }

  /** A share from 0 to 1 in millionths. */
  shareMicro(column: string): number {
    const text = this.text(column);
    const value = Number(text);
    if (text !== '' && value >= 0 && value <= 1) return Math.round(value * 1_000_000);
    if (text !== '') this.refuse(column, `"${text}" is not a share from 0 to 1.`);
    return 0;
  }

  /** A day, `YYYY-MM-DD` with or without a time behind it, as its midnight in UTC; null where it may be empty. */
  day(column: string): Date {
    const text = this.text(column);
    return (text === '' ? null : this.#dayOf(column, text)) ?? new Date(0);
  }

  optionalDay(column: string): Date | null {
    const text = this.#row.cells[column] ?? '';
    return text === '' ? null : this.#dayOf(column, text);
  }

  #dayOf(column: string, text: string): Date | null {
    const date = /^(\d{4}-\d{2}-\d{2})(?:[ T][\d:.]+)?$/.exec(text)?.[1];
    const day = date === undefined ? null : new Date(`${date}T00:00:00.000Z`);
    if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date ?? '')) return day;
    this.refuse(column, `"${text}" is not a date; write YYYY-MM-DD.`);
    return null;
  }
}
