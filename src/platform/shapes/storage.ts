import { fromE4, toE4 } from '#core/money.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';

/**
 * Storage type of a column: `micro` and `e4` are integers in millionths and ten-thousandths; a boolean is 0
 * or 1.
 */
export type StorageType = 'text' | 'integer' | 'boolean' | 'micro' | 'e4' | 'json';

interface StorageConversion {
  /** Suffix of the column name: `rate` in millionths is `rateMicro`. */
  suffix: string;
  /** Converts a wire value for storage. Throws QuantityError for values that a column can't store. */
  toRow(value: never): unknown;
  toWire(stored: never): unknown;
}

const keepValue = <T>(value: T): T => value;

/** Conversions between wire and stored values; null stays null. */
export const storageTypes: Readonly<Record<StorageType, StorageConversion>> = {
  text: { suffix: '', toRow: keepValue, toWire: keepValue },
  integer: { suffix: '', toRow: keepValue, toWire: keepValue },
  boolean: {
    suffix: '',
    toRow: (value: boolean) => (value ? 1 : 0),
    toWire: (stored: number) => stored === 1,
  },
  micro: { suffix: 'Micro', toRow: (value: number) => toMicro(value), toWire: fromMicro },
  e4: { suffix: 'E4', toRow: (value: number) => toE4(value), toWire: fromE4 },
  json: {
    suffix: '',
    toRow: (value: unknown) => JSON.stringify(value),
    toWire: (stored: string) => JSON.parse(stored) as unknown,
  },
};
