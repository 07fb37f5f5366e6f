import { sql } from 'kysely';
import type { DocumentType } from '../types.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { AnyDocument, DocumentReference } from './define.ts';
import { documents } from '#modules/documents/server/registry.ts';

/** One document by its kind and id. */
interface DocumentKey {
  document: AnyDocument;
  id: string;
}

/** Keys of the documents whose header rows a transaction has locked or inserted. */
const lockedKeys = new WeakMap<Tx, Set<string>>();

const getLockKey = ({ document, id }: DocumentKey): string => `${document.type} ${id}`;
const getTargetsLockKey = (key: DocumentKey): string => `${getLockKey(key)} with targets`;

function getLockedKeys(tx: Tx): Set<string> {
  const keys = lockedKeys.get(tx) ?? new Set<string>();
  lockedKeys.set(tx, keys);
  return keys;
}

/** Records an inserted document as locked, because no other transaction can see it before the commit. */
export const markInserted = (tx: Tx, document: AnyDocument, id: string): void =>
  void getLockedKeys(tx).add(getLockKey({ document, id }));

/**
 * Throws if a transaction updates or checks a document that it hasn't locked. This is a programming error:
 * the reference is missing from `settles`.
 */
export function assertLocked(tx: Tx, document: AnyDocument, id: string): void {
  if (!getLockedKeys(tx).has(getLockKey({ document, id })))
    throw new Error(`The ${document.type} ${id} isn't locked by this transaction`);
}

/**
 * Locks documents of a kind and all documents that their transitions and edits update. All callers lock
 * headers in the same order (kind, then id) to avoid deadlocks; lines are read afterwards. References may
 * change before the locks are taken, so they are read repeatedly until there are no new ones.
 *
 * @param body request body; documents referenced by its fields are also locked
 */
export async function lockDocuments(
  tx: Tx,
  document: AnyDocument,
  ids: readonly string[],
  body?: unknown,
): Promise<void> {
  const ownKeys = ids.map((id) => ({ document, id }));
  for (;;) {
    const requiredKeys = [...ownKeys, ...(await findTargets(tx, document, ids, body))];
    const missingKeys = requiredKeys.filter((key) => !getLockedKeys(tx).has(getLockKey(key)));
    if (missingKeys.length === 0) break;
    for (const kind of documents) {
      const missingIds = missingKeys.filter((key) => key.document.type === kind.type).map(({ id }) => id);
      await lockHeaderRows(tx, kind, [...new Set(missingIds)].toSorted());
    }
    // SQLite has a single writer: references can't have changed since they were read.
    if (tx.dialect === 'sqlite') break;
  }
  for (const key of ownKeys) getLockedKeys(tx).add(getTargetsLockKey(key));
}

/**
 * Locks a document before a transition or deletion, unless it has already been locked together with its
 * targets.
 */
export async function ensureLocked(tx: Tx, document: AnyDocument, id: string): Promise<void> {
  if (!getLockedKeys(tx).has(getTargetsLockKey({ document, id }))) await lockDocuments(tx, document, [id]);
}

/** Ids without a row are also recorded as locked, because there is nothing to update. */
async function lockHeaderRows(tx: Tx, document: AnyDocument, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (tx.dialect === 'postgres')
    await sql`select 1 from ${sql.table(document.table)} where ${sql.ref('_id')} in (${sql.join(ids)})
      order by ${sql.ref('_id')} for update`.execute(tx);
  for (const id of ids) getLockedKeys(tx).add(getLockKey({ document, id }));
}

/** Returns the documents that these documents update, according to the references of their kind. */
async function findTargets(
  tx: Tx,
  document: AnyDocument,
  ids: readonly string[],
  body: unknown,
): Promise<DocumentKey[]> {
  const targets: DocumentKey[] = [];
  for (const reference of document.settles ?? []) {
    const values = [
      ...(await readStoredIds(tx, reference, ids)),
      ...readIdsFromBody(body, document, reference),
    ];
    if (values.length === 0) continue;
    const target = getDocumentByType(reference.to);
    const documentIds = reference.by === 'header' ? values : await findDocumentIdsByLine(tx, target, values);
    targets.push(...documentIds.map((id) => ({ document: target, id })));
    for (const kind of reference.alsoLocks ?? []) {
      const other = getDocumentByType(kind);
      const lines = reference.by === 'line' ? values : await findLineIds(tx, target, values);
      for (const { to, by, table, document: column, column: referencedColumn } of other.settles ?? [])
        if (to === reference.to && by === 'line' && lines.length > 0) {
          const { rows } = await sql<{
            id: string;
          }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
            where ${sql.ref(referencedColumn)} in (${sql.join(lines)})`.execute(tx);
          targets.push(...rows.map(({ id }) => ({ document: other, id })));
        }
    }
  }
  return targets;
}

/** Returns the definition of a document type. */
export function getDocumentByType(type: DocumentType): AnyDocument {
  const document = documents.find((candidate) => candidate.type === type);
  if (!document) throw new Error(`Unknown document type ${type}`);
  return document;
}

async function readStoredIds(
  tx: Tx,
  { table, document, column, where }: DocumentReference,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const condition = where ? sql` and ${sql.ref(where[0])} = ${where[1]}` : sql``;
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(document)} in (${sql.join(ids)}) and ${sql.ref(column)} is not null${condition}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns referenced ids in a request body, whose fields are named like the columns; lines are in `items`.
 */
function readIdsFromBody(
  body: unknown,
  document: AnyDocument,
  { table, column }: DocumentReference,
): string[] {
  const isInHeader = table === document.table;
  if (!isInHeader && table !== document.lines?.table) return [];
  const items = readField(body, 'items');
  const rows = isInHeader ? [body] : Array.isArray(items) ? items : [];
  return rows.flatMap((row) => {
    const value = readField(row, column);
    return typeof value === 'string' ? [value] : [];
  });
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

async function findDocumentIdsByLine(
  tx: Tx,
  { lines, type }: AnyDocument,
  lineIds: readonly string[],
): Promise<string[]> {
  if (!lines) throw new Error(`${type} has no lines`);
  const { rows } = await sql<{
    id: string;
  }>`select distinct ${sql.ref(lines.document)} as id from ${sql.table(lines.table)}
    where ${sql.ref('lineId')} in (${sql.join(lineIds)})`.execute(tx);
  return rows.map(({ id }) => id);
}

async function findLineIds(tx: Tx, { lines, type }: AnyDocument, ids: readonly string[]): Promise<string[]> {
  if (!lines) throw new Error(`${type} has no lines`);
  const { rows } = await sql<{ id: string }>`select ${sql.ref('lineId')} as id from ${sql.table(lines.table)}
    where ${sql.ref(lines.document)} in (${sql.join(ids)})`.execute(tx);
  return rows.map(({ id }) => id);
}
