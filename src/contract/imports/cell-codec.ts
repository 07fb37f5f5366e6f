import type { CellForm } from '../resources/fields.ts';
import type { ImportFormat } from './format.ts';

/** How a person's language says what stands in a cell. */
export interface CellVocabulary {
  weekday(day: number): string;
  /** A word of the vocabulary. */
  word(key: string): string;
}

export interface CellReading {
  format: ImportFormat;
  /** Words of the file (folded) -> words of the vocabulary. */
  words: Readonly<Record<string, string>>;
}

/** How a structured value stands in one cell: written so that a person can change it, and read back exactly. */
export interface CellCodec {
  /** By which it is explained to people. */
  form: CellForm;
  /** A value to show it by. */
  sample: unknown;
  /** Words beside names of weekdays. */
  vocabulary: readonly string[];
  /** The most characters that it takes; written as JSON it is as long as any cell. */
  most: number;
  write(value: unknown, words: CellVocabulary): string;
  /** The value, or undefined for what cannot be read. */
  read(text: string, reading: CellReading): unknown;
}
