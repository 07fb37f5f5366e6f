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

/** Maximum number of recent documents whose text is searched; each is case-folded in memory. */
const maxSearched = 500;
const maxExcerptLength = 80;

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
  const locationIds = await findLocationsByName(db, q);
  const hits: DocumentHit[] = [];
  for (const document of documents) {
    if (!canRead(actor, document.collection)) continue;
    const rows = await findDocumentsOfKind(db, actor, document, q, locationIds, limit);
    hits.push(...rows.map((row) => toHit(document, row, q)));
  }
  return hits;
}

async function findDocumentsOfKind(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  q: string,
  locationIds: readonly string[],
  limit: number,
): Promise<DocumentSummaryRow[]> {
  const { searchColumns, scope } = document;
  const columns = [searchColumns.day, ...searchColumns.numbers, ...searchColumns.words];
  const readNewest = (max: number, condition: RawBuilder<SqlBool>) =>
    readDocumentFacts(db, actor, document, columns, condition, { newestFirst: true, limit: max });
  const { ids, numberPrefix } = await findIdsByNumber(db, document, q);
  const numberCondition =
    numberPrefix === null ? hasIdIn(document, ids) : numberStartsWith(document, numberPrefix);
  const numberMatches = numberCondition ? await readNewest(limit, numberCondition) : [];
  if (numberMatches.length === limit) return numberMatches;
  const folded = foldText(q);
  const textMatches = (await readNewest(maxSearched, sql<SqlBool>`1 = 1`)).filter(
    (row) => findExcerpt(document, row, folded) !== null,
  );
  const isAtLocation = sql<SqlBool>`${sql.ref(scope.branch)} in (${sql.join(locationIds)})`;
  const locationMatches = locationIds.length === 0 ? [] : await readNewest(limit, isAtLocation);
  const all = new Map([...numberMatches, ...textMatches, ...locationMatches].map((row) => [row._id, row]));
  return [...all.values()].slice(0, limit);
}

const hasIdIn = ({ table }: AnyDocument, ids: readonly string[]): RawBuilder<SqlBool> | null =>
  ids.length === 0 ? null : sql<SqlBool>`${sql.ref(`${table}._id`)} in (${sql.join(ids)})`;

function toHit(document: AnyDocument, row: DocumentSummaryRow, q: string): DocumentHit {
  const { _id, number, status, branch, branchName, branchNameAlt } = row;
  const folded = foldText(q);
  const matchedText = containsText(number, folded)
    ? null
    : (findOtherNumber(document, row, folded) ?? findExcerpt(document, row, folded));
  const place = { branch, branchName: branchName ?? branch, branchNameAlt };
  const day = row[document.searchColumns.day]?.slice(0, 10) ?? '';
  return { collection: document.collection, _id, number, status, ...place, day, matchedText };
}

const containsText = (text: string, folded: string): boolean => foldText(text).includes(folded);

function findOtherNumber(
  { searchColumns }: AnyDocument,
  row: DocumentSummaryRow,
  folded: string,
): string | null {
  return (
    searchColumns.numbers.map((column) => row[column] ?? '').find((number) => containsText(number, folded)) ??
    null
  );
}

/** Returns an excerpt of the document's text that starts at the match; null without a match. */
function findExcerpt({ searchColumns }: AnyDocument, row: DocumentSummaryRow, folded: string): string | null {
  const text = searchColumns.words
    .map((column) => row[column] ?? '')
    .find((value) => containsText(value, folded));
  return text === undefined ? null : text.slice(0, maxExcerptLength);
}
