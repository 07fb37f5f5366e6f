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

/** Import column key for each column of the file; null if it isn't imported. */
export type ColumnMapping = readonly (string | null)[];

interface GuessInput {
  kind: ImportKind;
  header: readonly string[];
  rows: readonly SpreadsheetRow[];
  /** Labels of a column in all languages. */
  labelsOf(column: ImportColumn): readonly string[];
  /** Case-folded cell words in all languages, mapped to their meaning. */
  cellWordsOf?(column: ImportColumn): Readonly<Record<string, string>>;
  /** The user's earlier choices, by normalized heading. */
  rememberedKeys: Readonly<Record<string, string | null>>;
  /**
   * Whether the file was exported by the dashboard; its headings are then trusted regardless of cell
   * contents.
   */
  isExport?: boolean;
}

/**
 * Guesses the mapping of a file: from earlier choices, then labels in all languages, then synonyms of other
 * systems. Each import column is used once. A matching heading is used unless none of the cells below it is
 * readable; columns of a part are mapped only if the part has all the columns it needs.
 */
export function guessMapping({
  kind,
  header,
  rows,
  labelsOf,
  cellWordsOf,
  rememberedKeys,
  isExport = false,
}: GuessInput): ColumnMapping {
  const mapping: (string | null)[] = header.map(() => null);
  const mappedKeys = new Set<string>();
  const normalizedHeadings = header.map(normalizeHeading);
  const columnKeys = new Set(kind.columns.map(({ key }) => key));

  header.forEach((_, index) => {
    const chosen = rememberedKeys[normalizedHeadings[index] ?? ''];
    if (chosen && columnKeys.has(chosen) && !mappedKeys.has(chosen)) assign(index, chosen);
  });
  const isUnmapped = (index: number) =>
    mapping[index] === null &&
    rememberedKeys[normalizedHeadings[index] ?? ''] === undefined &&
    normalizedHeadings[index] !== '';
  const wordSources: ((column: ImportColumn) => readonly string[])[] = [
    (column) => [...labelsOf(column), column.key].map(normalizeHeading),
    // If rows reference an item, `Product` means that item, not the row's own name.
    ({ key }) =>
      (synonyms[key] ?? []).filter(
        (word) => key !== 'name' || !columnKeys.has('itemId') || !synonyms['itemId']?.includes(word),
      ),
  ];
  for (const wordsFor of wordSources) {
    for (const column of kind.columns) {
      if (mappedKeys.has(column.key)) continue;
      const candidateWords = wordsFor(column);
      const index = candidateWords
        .map((word) =>
          normalizedHeadings.findIndex((heading, position) => heading === word && isUnmapped(position)),
        )
        .find((position) => position >= 0);
      if (index !== undefined && (isExport || canReadCells(column, rows, index, cellWordsOf?.(column) ?? {})))
        assign(index, column.key);
    }
  }
  return mapping.map((key) => (key !== null && isPartComplete(kind, key, mappedKeys) ? key : null));

  function assign(index: number, key: string): void {
    mapping[index] = key;
    mappedKeys.add(key);
  }
}

const listSamples = (rows: readonly SpreadsheetRow[], index: number): SpreadsheetCell[] =>
  rows
    .slice(0, 50)
    .map(({ cells }) => cells[index] ?? null)
    .filter((cell) => cell !== null && cell !== '');

/**
 * Returns whether the cells fit the column: pictures need IDs, and structured values at least one readable
 * cell, because other systems and list exports use different formats.
 */
function canReadCells(
  column: ImportColumn,
  rows: readonly SpreadsheetRow[],
  index: number,
  words: Readonly<Record<string, string>>,
): boolean {
  const { kind } = column.field;
  const cells = listSamples(rows, index);
  if (kind === 'picture') return cells.every((cell) => /^[\w-]{20,}$/.test(String(cell)));
  if (kind !== 'json' || cells.length === 0) return true;
  const options = { format: { decimal: 'point', dates: 'ymd' } as const, words };
  return cells.some((cell) => !('problem' in readCell(cell, column, options)));
}

/** Part columns that are mapped even without a key column, which the user is then asked for. */
const mainPartColumns: ReadonlySet<string> = new Set(['level.par', 'pack.contentsQty']);

/**
 * Returns whether a part's key column (the branch of a level, the name of a pack) is mapped or can be
 * requested from the user.
 */
function isPartComplete(kind: ImportKind, key: string, mappedKeys: ReadonlySet<string>): boolean {
  const part = kind.parts.find(({ prefix }) => key.startsWith(`${prefix}.`));
  if (!part || mainPartColumns.has(key)) return true;
  const keys = part.fields.map((field) => `${part.prefix}.${field}`);
  return keys.some((key, index) => mappedKeys.has(key) && (index === 0 || mainPartColumns.has(key)));
}

/** Determines the number and date formats of the mapped columns from all their cells. */
export function decideMappedFormats(
  kind: ImportKind,
  mapping: ColumnMapping,
  rows: readonly SpreadsheetRow[],
  hints: FormatHints,
): DecidedFormats {
  const columns = mapping.flatMap((key, index): ColumnTexts[] => {
    const field = kind.columns.find((column) => column.key === key)?.field;
    if (key === null || !field || !(numericKinds.has(field.kind) || field.kind === 'date')) return [];
    const texts = rows.flatMap(({ cells }) => {
      const cell = cells[index];
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

/** Guesses the number and date format of a file without hints. */
export const guessFormat = (kind: ImportKind, mapping: ColumnMapping, rows: readonly SpreadsheetRow[]) =>
  decideMappedFormats(kind, mapping, rows, { delimiter: null, decimal: 'point', dates: 'dmy' }).file;
