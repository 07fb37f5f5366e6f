/**
 * Tolerant readers for responses from any reasonable server (API.md, "Tolerance of the dashboard"). SPEC
 * defines few response shapes, so the variants are handled only here.
 */

export type JsonRecord = Record<string, unknown>;

/**
 * Content of a list response. `total` is null if the server doesn't send it; `skipped` is the number of rows
 * that couldn't be read.
 */
export interface TolerantList<T> {
  rows: T[];
  total: number | null;
  totalCapped: boolean;
  skipped: number;
}

/** Returns the value as a plain object; an empty one for anything else. */
export function readRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

/** Returns a non-empty string, or null. Numbers become text, so numeric ids work. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns a finite number, parsing numeric strings (`"2.50"`); null for anything else, including `""`. */
export function readNumberValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Returns a boolean, parsing 0, 1, "true" and "false"; `fallback` for anything else. */
export function readBoolean(value: unknown, fallback = false): boolean {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  return fallback;
}

/** Returns a row's id from `_id` or `id`, including MongoDB's `{ $oid }`; null if it has neither. */
export function readId(row: unknown): string | null {
  const { _id, id } = readRecord(row);
  return readText(_id) ?? readText(readRecord(_id)['$oid']) ?? readText(id);
}

/**
 * Returns a reference: an id, or a populated object with its id and perhaps a name; null if there is none.
 */
export function readReference(value: unknown): { id: string; name: string | null } | null {
  const id = readText(value) ?? readId(value);
  if (id === null) return null;
  const row = readRecord(value);
  return { id, name: readText(row['name']) ?? readText(row['label']) };
}

/** Returns a list of strings; populated objects become ids, unreadable entries are dropped. */
export function readTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => readText(entry) ?? readId(entry) ?? []);
}

/**
 * Returns a moment: strings unchanged, seconds or milliseconds since 1970 as ISO 8601, including MongoDB's `{
 * $date }`.
 */
export function readInstant(value: unknown): string | null {
  const raw = readRecord(value)['$date'] ?? value;
  if (typeof raw !== 'number') return readText(raw);
  const date = new Date(raw < 1e11 ? raw * 1000 : raw);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns a document, unwrapped up to twice: `{ order: {...} }`, `{ data: { order: {...} } }`. */
export function unwrapDocument(payload: unknown): JsonRecord {
  const outer = readRecord(Array.isArray(payload) ? payload[0] : payload);
  if (readId(outer) !== null) return outer;
  const inner = Object.values(outer).map(readRecord);
  const found = [...inner, ...Object.values(readRecord(outer['data'])).map(readRecord)];
  return found.find((candidate) => readId(candidate) !== null) ?? outer;
}

const wrapperKeys = ['orders', 'items', 'data', 'results', 'rows', 'docs'];

/**
 * Returns the rows of a list response: an array, or an object (perhaps in `data`) with a single array; null
 * for neither.
 */
export function readRows(payload: unknown): unknown[] | null {
  if (Array.isArray(payload)) return payload;
  const outer = readRecord(payload);
  const named = wrapperKeys.map((key) => outer[key]).find(Array.isArray);
  if (named) return named;
  const arrays = Object.values(outer).filter(Array.isArray);
  if (arrays.length === 1) return arrays[0] ?? null;
  const inner = readRecord(outer['data']);
  return Object.keys(inner).length > 0 ? readRows(inner) : null;
}

/**
 * Reads a list response row by row. Rows that `read` rejects (throws or returns null) are skipped and
 * counted, so that one bad row doesn't make the whole list fail; `report` is called for each.
 *
 * @param totalHeader the `X-Total-Count` header, if available
 */
export function parseList<T>(
  payload: unknown,
  read: (row: JsonRecord) => T | null,
  totalHeader: string | null = null,
  report: (row: unknown, problem: unknown) => void = () => {},
): TolerantList<T> {
  const rows: T[] = [];
  const raw = readRows(payload) ?? [];
  for (const row of raw) {
    try {
      const value = read(readRecord(row));
      if (value === null) report(row, null);
      else rows.push(value);
    } catch (error) {
      report(row, error);
    }
  }
  const outer = readRecord(payload);
  return {
    rows,
    total: readTotal(outer) ?? readNumberValue(totalHeader),
    totalCapped: readBoolean(outer['totalCapped']),
    skipped: raw.length - rows.length,
  };
}

const totalKeys = ['total', 'count', 'totalCount', 'totalDocs'];
const pagingKeys = ['data', 'meta', 'pagination'];

/** Returns the total number of rows, from the list or its paging data; null if absent. */
function readTotal(outer: JsonRecord): number | null {
  const candidates = [outer, ...pagingKeys.map((key) => readRecord(outer[key]))];
  const totals = candidates.flatMap((candidate) => totalKeys.map((key) => readNumberValue(candidate[key])));
  return totals.find((total) => total !== null) ?? null;
}
