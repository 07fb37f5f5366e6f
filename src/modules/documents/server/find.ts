import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DocumentHit } from '#platform/documents/document-search-shape.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import {
  findIdsByNumber,
  numberStartsWith,
  findLocationsByName,
} from '#platform/documents/server/numbers.ts';
import { documents } from './registry.ts';
import { type DocumentSummaryRow, readDocumentFacts } from './rows.ts';

/** Text is searched in this number of recent documents, since it must be folded one by one. */
const maxSearched = 500;
const longestQuote = 80;

/**
 * Finds visible documents of all kinds: numbers that start with the text or end with its digits, then text of
 * recent documents, then documents of locations with that name. Newest first, at most `limit` per kind.
 */
export async function findDocuments(
  db: Queryable,
  actor: Actor,
  q: string,
  limit: number,
): Promise<DocumentHit[]> {
  if (foldText(q) === '') return [];
  const places = await findLocationsByName(db, q);
  const found: DocumentHit[] = [];
  for (const document of documents) {
    if (!canRead(actor, document.collection)) continue;
    const rows = await findIn(db, actor, document, q, places, limit);
    found.push(...rows.map((row) => toHit(document, row, q)));
  }
  return found;
}

async function findIn(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  q: string,
  places: readonly string[],
  limit: number,
): Promise<DocumentSummaryRow[]> {
  const { find, scope } = document;
  const columns = [find.day, ...find.numbers, ...find.words];
  const newest = (max: number, condition: RawBuilder<SqlBool>) =>
    readDocumentFacts(db, actor, document, columns, condition, { newestFirst: true, limit: max });
  const { ids, numbersFrom } = await findIdsByNumber(db, document, q);
  const named = numbersFrom === null ? amongIds(document, ids) : numberStartsWith(document, numbersFrom);
  const numbered = named ? await newest(limit, named) : [];
  if (numbered.length === limit) return numbered;
  const folded = foldText(q);
  const matching = (await newest(maxSearched, sql<SqlBool>`1 = 1`)).filter(
    (row) => quoteOf(document, row, folded) !== null,
  );
  const ofPlaces = sql<SqlBool>`${sql.ref(scope.branch)} in (${sql.join(places)})`;
  const placed = places.length === 0 ? [] : await newest(limit, ofPlaces);
  const all = new Map([...numbered, ...matching, ...placed].map((row) => [row._id, row]));
  return [...all.values()].slice(0, limit);
}

const amongIds = ({ table }: AnyDocument, ids: readonly string[]): RawBuilder<SqlBool> | null =>
  ids.length === 0 ? null : sql<SqlBool>`${sql.ref(`${table}._id`)} in (${sql.join(ids)})`;

function toHit(document: AnyDocument, row: DocumentSummaryRow, q: string): DocumentHit {
  const { _id, number, status, branch, branchName, branchNameAlt } = row;
  const folded = foldText(q);
  const matched = holds(number, folded)
    ? null
    : (otherNumber(document, row, folded) ?? quoteOf(document, row, folded));
  const place = { branch, branchName: branchName ?? branch, branchNameAlt };
  const day = row[document.find.day]?.slice(0, 10) ?? '';
  return { collection: document.collection, _id, number, status, ...place, day, matched };
}

const holds = (text: string, folded: string): boolean => foldText(text).includes(folded);

function otherNumber({ find }: AnyDocument, row: DocumentSummaryRow, folded: string): string | null {
  return find.numbers.map((column) => row[column] ?? '').find((number) => holds(number, folded)) ?? null;
}

/** Returns an excerpt of the document's text from the match; null without one. */
function quoteOf({ find }: AnyDocument, row: DocumentSummaryRow, folded: string): string | null {
  const words = find.words.map((column) => row[column] ?? '').find((text) => holds(text, folded));
  return words === undefined ? null : words.slice(0, longestQuote);
}
