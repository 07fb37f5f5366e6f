import type { CellFormat } from '#platform/collections/fields.ts';
import type { ImportFormat } from '#core/file-format.ts';

/** Vocabulary of a language for structured cells. */
export interface CellVocabulary {
  weekday(day: number): string;
  /** A word of the vocabulary. */
  word(key: string): string;
}

/** Number and date format of the file, and its words for vocabulary keys. */
export interface CellReadOptions {
  format: ImportFormat;
  /** Case-folded words in the file, mapped to vocabulary keys. */
  words: Readonly<Record<string, string>>;
}

/** Format of a structured value in a cell: editable by people and parsed back exactly. */
export interface CellCodec {
  /** Identifies the help text. */
  form: CellFormat;
  /** Example value for the help text. */
  sample: unknown;
  /** Vocabulary in addition to weekday names. */
  vocabulary: readonly string[];
  /** Maximum characters; JSON is limited like any cell. */
  maxLength: number;
  write(value: unknown, words: CellVocabulary): string;
  /** Parses the value; undefined if it can't be read. */
  read(text: string, options: CellReadOptions): unknown;
}
