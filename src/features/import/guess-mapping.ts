import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import { readCell } from '#contract/imports/read-cell.ts';
import {
  type ColumnTexts,
  type DecidedFormats,
  decideFormats,
  type FormatHints,
} from '#src/lib/spreadsheet/decide-format.ts';
import type { TableCell, TableRow } from '#src/lib/spreadsheet/table.ts';
import { plainWord, synonyms } from './synonyms.ts';

/** Which column of the import each column of the file is; null is left out. */
export type ColumnMapping = readonly (string | null)[];

interface GuessInput {
  kind: ImportKind;
  head: readonly string[];
  rows: readonly TableRow[];
  /** What a column is called, in every language there is. */
  wordsOf(column: ImportColumn): readonly string[];
  /** The folded words of its cells, in every language, and what they mean. */
  cellWordsOf?(column: ImportColumn): Readonly<Record<string, string>>;
  /** What this person chose for such headings before, by `plainWord`. */
  remembered: Readonly<Record<string, string | null>>;
  /** The file is one of ours: its headings are what they say, whatever was typed below them. */
  isOwn?: boolean;
}

/**
 * Guesses what the columns of a file are: what was chosen before, else by their names in either language, else by
 * what other systems call them. Each column of the import is given away once, the surest first. Headings decide: a cell
 * below them that cannot be read is a fault of that cell, unless no cell of the column can be read. Parts of a row are
 * taken where all that they need is there.
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
  const taken = new Set<string>();
  const words = head.map(plainWord);
  const known = new Set(kind.columns.map(({ key }) => key));

  head.forEach((_, at) => {
    const chosen = remembered[words[at] ?? ''];
    if (chosen && known.has(chosen) && !taken.has(chosen)) give(at, chosen);
  });
  const open = (at: number) =>
    mapping[at] === null && remembered[words[at] ?? ''] === undefined && words[at] !== '';
  const rounds: ((column: ImportColumn) => readonly string[])[] = [
    (column) => [...wordsOf(column), column.key].map(plainWord),
    // `Product` names the item of a row, where rows have one, and not the row.
    ({ key }) =>
      (synonyms[key] ?? []).filter(
        (word) => key !== 'name' || !known.has('itemId') || !synonyms['itemId']?.includes(word),
      ),
  ];
  for (const wordsFor of rounds) {
    for (const column of kind.columns) {
      if (taken.has(column.key)) continue;
      const wanted = wordsFor(column);
      const at = wanted
        .map((word) => words.findIndex((one, nth) => one === word && open(nth)))
        .find((nth) => nth >= 0);
      if (at !== undefined && (isOwn || cellsFit(column, rows, at, cellWordsOf?.(column) ?? {})))
        give(at, column.key);
    }
  }
  return mapping.map((key) => (key !== null && isPartComplete(kind, key, taken) ? key : null));

  function give(at: number, key: string): void {
    mapping[at] = key;
    taken.add(key);
  }
}

const samples = (rows: readonly TableRow[], at: number): TableCell[] =>
  rows
    .slice(0, 50)
    .map(({ cells }) => cells[at] ?? null)
    .filter((cell) => cell !== null && cell !== '');

/**
 * Pictures by their ids, and structured values of which at least one can be read: other systems, and lists that were
 * saved as they are shown, tell them in ways of their own.
 */
function cellsFit(
  column: ImportColumn,
  rows: readonly TableRow[],
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

/** Columns of a part that are worth asking for what the part lacks: the branch of a level, the name of a pack. */
const partKeyFields: ReadonlySet<string> = new Set(['level.par', 'pack.contentsQty']);

/** A level says nothing without its branch, which is asked for where its par is there; so is the name of a pack. */
function isPartComplete(kind: ImportKind, key: string, taken: ReadonlySet<string>): boolean {
  const part = kind.parts.find(({ prefix }) => key.startsWith(`${prefix}.`));
  if (!part || partKeyFields.has(key)) return true;
  const keys = part.fields.map((field) => `${part.prefix}.${field}`);
  return keys.some((each, at) => taken.has(each) && (at === 0 || partKeyFields.has(each)));
}

/** How the numbers and dates of the mapped columns are written, by all their cells. */
export function decideMappedFormats(
  kind: ImportKind,
  mapping: ColumnMapping,
  rows: readonly TableRow[],
  hints: FormatHints,
): DecidedFormats {
  const columns = mapping.flatMap((key, at): ColumnTexts[] => {
    const field = kind.columns.find((one) => one.key === key)?.field;
    if (key === null || !field || !(numericKinds.has(field.kind) || field.kind === 'date')) return [];
    const texts = rows.flatMap(({ cells }) => {
      const cell = cells[at];
      return typeof cell === 'string' && cell.trim() !== '' ? [cell.trim()] : [];
    });
    return [{ key, kind: field.kind === 'date' ? 'date' : 'number', texts }];
  });
  return decideFormats(columns, hints);
}

/** The kinds of fields that hold numbers. */
export const numericKinds: ReadonlySet<string> = new Set([
  'integer',
  'quantity',
  'money',
  'price',
  'percent',
]);

/** How a file without hints writes numbers and dates. */
export const guessFormat = (kind: ImportKind, mapping: ColumnMapping, rows: readonly TableRow[]) =>
  decideMappedFormats(kind, mapping, rows, { delimiter: null, decimal: 'point', dates: 'dmy' }).file;
