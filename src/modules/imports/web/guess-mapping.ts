import type { ImportColumn, ImportKind } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import {
  type ColumnTexts,
  type DecidedFormats,
  decideFormats,
  type FormatHints,
} from '#platform/web/spreadsheet/decide-format.ts';
import type { SpreadsheetCell, SpreadsheetRow } from '#platform/web/spreadsheet/table.ts';
import { normalizeHeading, synonyms } from './synonyms.ts';

/** Import column key for each column of the file; null if it is left out. */
export type ColumnMapping = readonly (string | null)[];

interface GuessInput {
  kind: ImportKind;
  head: readonly string[];
  rows: readonly SpreadsheetRow[];
  /** Labels of a column in all languages. */
  wordsOf(column: ImportColumn): readonly string[];
  /** Folded cell words in all languages, with their meaning. */
  cellWordsOf?(column: ImportColumn): Readonly<Record<string, string>>;
  /** The user's earlier choices by `normalizeHeading` of the heading. */
  remembered: Readonly<Record<string, string | null>>;
  /** The file was exported by us, so its headings are trusted whatever the cells contain. */
  isOwn?: boolean;
}

/**
 * Guesses the mapping of a file: from earlier choices, then labels in all languages, then synonyms of other
 * systems. Each import column is used once. A heading decides unless no cell below it is readable; parts of a
 * row are mapped only with all the columns that they need.
 */
export function guessMapping({
  kind,
  head,
  rows,
  wordsOf,
  cellWordsOf,
  remembered,
  isOwn = false,
}: GuessInput): ColumnMapping {
  const mapping: (string | null)[] = head.map(() => null);
  const mappedKeys = new Set<string>();
  const words = head.map(normalizeHeading);
  const columnKeys = new Set(kind.columns.map(({ key }) => key));

  head.forEach((_, at) => {
    const chosen = remembered[words[at] ?? ''];
    if (chosen && columnKeys.has(chosen) && !mappedKeys.has(chosen)) give(at, chosen);
  });
  const open = (at: number) =>
    mapping[at] === null && remembered[words[at] ?? ''] === undefined && words[at] !== '';
  const rounds: ((column: ImportColumn) => readonly string[])[] = [
    (column) => [...wordsOf(column), column.key].map(normalizeHeading),
    // `Product` is the item of a row where rows reference one, not the row's own name.
    ({ key }) =>
      (synonyms[key] ?? []).filter(
        (word) => key !== 'name' || !columnKeys.has('itemId') || !synonyms['itemId']?.includes(word),
      ),
  ];
  for (const wordsFor of rounds) {
    for (const column of kind.columns) {
      if (mappedKeys.has(column.key)) continue;
      const candidateWords = wordsFor(column);
      const at = candidateWords
        .map((word) => words.findIndex((one, nth) => one === word && open(nth)))
        .find((nth) => nth >= 0);
      if (at !== undefined && (isOwn || cellsFit(column, rows, at, cellWordsOf?.(column) ?? {})))
        give(at, column.key);
    }
  }
  return mapping.map((key) => (key !== null && isPartComplete(kind, key, mappedKeys) ? key : null));

  function give(at: number, key: string): void {
    mapping[at] = key;
    mappedKeys.add(key);
  }
}

const samples = (rows: readonly SpreadsheetRow[], at: number): SpreadsheetCell[] =>
  rows
    .slice(0, 50)
    .map(({ cells }) => cells[at] ?? null)
    .filter((cell) => cell !== null && cell !== '');

/**
 * Returns whether the cells suit the column: pictures need IDs, and structured values at least one readable
 * cell, because other systems and list exports write them differently.
 */
function cellsFit(
  column: ImportColumn,
  rows: readonly SpreadsheetRow[],
  at: number,
  words: Readonly<Record<string, string>>,
): boolean {
  const { kind } = column.field;
  const cells = samples(rows, at);
  if (kind === 'picture') return cells.every((cell) => /^[\w-]{20,}$/.test(String(cell)));
  if (kind !== 'json' || cells.length === 0) return true;
  const reading = { format: { decimal: 'point', dates: 'ymd' } as const, words };
  return cells.some((cell) => !('problem' in readCell(cell, column, reading)));
}

/** Part columns for which a missing key column is requested: branch of a level, name of a pack. */
const partKeyFields: ReadonlySet<string> = new Set(['level.par', 'pack.contentsQty']);

/**
 * Returns whether a part's key column is mapped or can be requested: a level needs its branch, a pack its
 * name.
 */
function isPartComplete(kind: ImportKind, key: string, mappedKeys: ReadonlySet<string>): boolean {
  const part = kind.parts.find(({ prefix }) => key.startsWith(`${prefix}.`));
  if (!part || partKeyFields.has(key)) return true;
  const keys = part.fields.map((field) => `${part.prefix}.${field}`);
  return keys.some((key, at) => mappedKeys.has(key) && (at === 0 || partKeyFields.has(key)));
}

/** Decides how numbers and dates of the mapped columns are written, from all their cells. */
export function decideMappedFormats(
  kind: ImportKind,
  mapping: ColumnMapping,
  rows: readonly SpreadsheetRow[],
  hints: FormatHints,
): DecidedFormats {
  const columns = mapping.flatMap((key, at): ColumnTexts[] => {
    const field = kind.columns.find((column) => column.key === key)?.field;
    if (key === null || !field || !(numericKinds.has(field.kind) || field.kind === 'date')) return [];
    const texts = rows.flatMap(({ cells }) => {
      const cell = cells[at];
      return typeof cell === 'string' && cell.trim() !== '' ? [cell.trim()] : [];
    });
    return [{ key, kind: field.kind === 'date' ? 'date' : 'number', texts }];
  });
  return decideFormats(columns, hints);
}

/** Field kinds that contain numbers. */
export const numericKinds: ReadonlySet<string> = new Set([
  'integer',
  'quantity',
  'money',
  'price',
  'percent',
]);

/** Returns the number and date format of a file without hints. */
export const guessFormat = (kind: ImportKind, mapping: ColumnMapping, rows: readonly SpreadsheetRow[]) =>
  decideMappedFormats(kind, mapping, rows, { delimiter: null, decimal: 'point', dates: 'dmy' }).file;
