/**
 * Reading what any reasonable server answers (API.md, "Tolerance of the dashboard"). SPEC shows almost no
 * response shape, so these readers are the one place that knows how shapes may differ.
 */

export type JsonRecord = Record<string, unknown>;

/** What a list answer holds. `total` is null where the server does not say; `skipped` rows could not be read. */
export interface TolerantList<T> {
  rows: T[];
  total: number | null;
  totalCapped: boolean;
  skipped: number;
}

/** The value as a plain object; an empty one for anything else. */
export function readRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

/** A non-empty string, or null. Numbers become text, so that a numeric id is an id. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A finite number, also from a numeric string (`"2.50"`); null for anything else, `""` included. */
export function readNumberValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** A boolean, also from 0, 1, "true" and "false"; `fallback` for anything else. */
export function readBoolean(value: unknown, fallback = false): boolean {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  return fallback;
}

/** The id of a row: `_id` or `id`, also in MongoDB's `{ $oid }`; null where it has neither. */
export function readId(row: unknown): string | null {
  const { _id, id } = readRecord(row);
  return readText(_id) ?? readText(readRecord(_id)['$oid']) ?? readText(id);
}

/** A reference: an id, or a populated object with its id and perhaps a name. Null where there is none. */
export function readReference(value: unknown): { id: string; name: string | null } | null {
  const id = readText(value) ?? readId(value);
  if (id === null) return null;
  const row = readRecord(value);
  return { id, name: readText(row['name']) ?? readText(row['label']) };
}

/** A list of strings; ids are taken out of populated objects; anything unreadable is left out. */
export function readTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => readText(entry) ?? readId(entry) ?? []);
}

/** A moment: text as it came, a number of seconds or milliseconds since 1970 as ISO 8601, also in `{ $date }`. */
export function readInstant(value: unknown): string | null {
  const bare = readRecord(value)['$date'] ?? value;
  if (typeof bare !== 'number') return readText(bare);
  const date = new Date(bare < 1e11 ? bare * 1000 : bare);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** One document, which a server may have wrapped, even twice: `{ order: {...} }`, `{ data: { order: {...} } }`. */
export function one(payload: unknown): JsonRecord {
  const outer = readRecord(Array.isArray(payload) ? payload[0] : payload);
  if (readId(outer) !== null) return outer;
  const inner = Object.values(outer).map(readRecord);
  const found = [...inner, ...Object.values(readRecord(outer['data'])).map(readRecord)];
  return found.find((candidate) => readId(candidate) !== null) ?? outer;
}

const wrapperKeys = ['orders', 'items', 'data', 'results', 'rows', 'docs'];

/** The rows of a list answer: an array, or an object (perhaps in `data`) with one array in it; null for neither. */
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
 * Reads a list answer row by row. A row that `read` throws on or answers null for is left out and counted, so
 * one bad row never loses the list; `report` is told about each (the dashboard writes it to the console).
 *
 * @param totalHeader the `X-Total-Count` header, where the caller has it
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
    } catch (problem) {
      report(row, problem);
    }
  }
  const outer = readRecord(payload);
  return {
    rows,
    total: totalOf(outer) ?? readNumberValue(totalHeader),
    totalCapped: readBoolean(outer['totalCapped']),
    skipped: raw.length - rows.length,
  };
}

const totalKeys = ['total', 'count', 'totalCount', 'totalDocs'];
const beside = ['data', 'meta', 'pagination'];

/** How many rows there are in all, beside the list or in what describes its pages; null where it is not said. */
function totalOf(outer: JsonRecord): number | null {
  const places = [outer, ...beside.map((key) => readRecord(outer[key]))];
  const totals = places.flatMap((place) => totalKeys.map((key) => readNumberValue(place[key])));
  return totals.find((total) => total !== null) ?? null;
}
