import { sql } from 'kysely';
import type { DocumentType } from '#domain/documents/types.ts';
import type { Tx } from '../db/types.ts';
import type { AnyDocument, DocumentReference } from './define.ts';
import { documents } from './registry.ts';

/** One document by its kind and id. */
interface DocumentKey {
  document: AnyDocument;
  id: string;
}

/** The documents whose head rows a transaction holds: those that it locked or inserted itself. */
const lockedKeys = new WeakMap<Tx, Set<string>>();

const lockKey = ({ document, id }: DocumentKey): string => `${document.type} ${id}`;
const targetsLockKey = (key: DocumentKey): string => `${lockKey(key)} and what it writes into`;

function locksIn(tx: Tx): Set<string> {
  const known = lockedKeys.get(tx) ?? new Set<string>();
  lockedKeys.set(tx, known);
  return known;
}

/** Marks a document as held by the transaction that inserts it: nobody else can see it before the commit. */
export const markInserted = (tx: Tx, document: AnyDocument, id: string): void =>
  void locksIn(tx).add(lockKey({ document, id }));

/**
 * Throws where a transaction writes into a document, or decides on one, whose head it does not hold. It is a fault of the
 * program: the kind that writes does not declare the reference in `settles`.
 */
export function assertLocked(tx: Tx, document: AnyDocument, id: string): void {
  if (!locksIn(tx).has(lockKey({ document, id })))
    throw new Error(`The ${document.type} ${id} is used in a transaction that has not locked it`);
}

/**
 * Locks documents of one kind together with every document that their moves and edits write into. All heads are locked in
 * one order for all callers (by kind, then by id), so that two transactions never wait for one another; lines are read
 * afterwards. References can change until the locks are there, so they are read again until nothing new is found.
 *
 * @param body what a call writes: the documents that its fields name are locked as well
 */
export async function lockDocuments(
  tx: Tx,
  document: AnyDocument,
  ids: readonly string[],
  body?: unknown,
): Promise<void> {
  const own = ids.map((id) => ({ document, id }));
  for (;;) {
    const wanted = [...own, ...(await findTargets(tx, document, ids, body))];
    const missing = wanted.filter((key) => !locksIn(tx).has(lockKey(key)));
    if (missing.length === 0) break;
    for (const kind of documents) {
      const some = missing.filter((key) => key.document.type === kind.type).map(({ id }) => id);
      await lockHeads(tx, kind, [...new Set(some)].toSorted());
    }
    // Only one transaction writes at a time there: nothing has changed since the references were read.
    if (tx.dialect === 'sqlite') break;
  }
  for (const key of own) locksIn(tx).add(targetsLockKey(key));
}

/** The same for a document that is moved or deleted, unless that was done when it was locked: replays keep theirs in memory. */
export async function ensureLocked(tx: Tx, document: AnyDocument, id: string): Promise<void> {
  if (!locksIn(tx).has(targetsLockKey({ document, id }))) await lockDocuments(tx, document, [id]);
}

/** Marks heads as held even where there is no such row: then there is nothing to write into either. */
async function lockHeads(tx: Tx, document: AnyDocument, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (tx.dialect === 'postgres')
    await sql`select 1 from ${sql.table(document.table)} where ${sql.ref('_id')} in (${sql.join(ids)})
      order by ${sql.ref('_id')} for update`.execute(tx);
  for (const id of ids) locksIn(tx).add(lockKey({ document, id }));
}

/** The documents that these ones write into, by the references that their kind declares. */
async function findTargets(
  tx: Tx,
  document: AnyDocument,
  ids: readonly string[],
  body: unknown,
): Promise<DocumentKey[]> {
  const targets: DocumentKey[] = [];
  for (const reference of document.settles ?? []) {
    const values = [...(await storedValues(tx, reference, ids)), ...valuesInBody(body, document, reference)];
    if (values.length === 0) continue;
    const target = documentByType(reference.to);
    const heads = reference.by === 'head' ? values : await documentIdsOfLines(tx, target, values);
    targets.push(...heads.map((id) => ({ document: target, id })));
    for (const kind of reference.alsoLocks ?? []) {
      const other = documentByType(kind);
      const lines = reference.by === 'line' ? values : await lineIdsOf(tx, target, values);
      for (const { to, by, table, document: column, column: names } of other.settles ?? [])
        if (to === reference.to && by === 'line' && lines.length > 0) {
          const { rows } = await sql<{
            id: string;
          }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
            where ${sql.ref(names)} in (${sql.join(lines)})`.execute(tx);
          targets.push(...rows.map(({ id }) => ({ document: other, id })));
        }
    }
  }
  return targets;
}

/** A kind of document by its name. */
export function documentByType(type: DocumentType): AnyDocument {
  const document = documents.find((one) => one.type === type);
  if (!document) throw new Error(`There is no document of kind ${type}`);
  return document;
}

async function storedValues(
  tx: Tx,
  { table, document, column, where }: DocumentReference,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const only = where ? sql` and ${sql.ref(where[0])} = ${where[1]}` : sql``;
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(document)} in (${sql.join(ids)}) and ${sql.ref(column)} is not null${only}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What the fields of a body name: they have the names of the columns, and lines are its `items`. */
function valuesInBody(body: unknown, document: AnyDocument, { table, column }: DocumentReference): string[] {
  const isOfHead = table === document.table;
  if (!isOfHead && table !== document.lines?.table) return [];
  const items = fieldOf(body, 'items');
  const rows = isOfHead ? [body] : Array.isArray(items) ? items : [];
  return rows.flatMap((row) => {
    const value = fieldOf(row, column);
    return typeof value === 'string' ? [value] : [];
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

async function documentIdsOfLines(
  tx: Tx,
  { lines, type }: AnyDocument,
  lineIds: readonly string[],
): Promise<string[]> {
  if (!lines) throw new Error(`A ${type} has no lines to name`);
  const { rows } = await sql<{
    id: string;
  }>`select distinct ${sql.ref(lines.document)} as id from ${sql.table(lines.table)}
    where ${sql.ref('lineId')} in (${sql.join(lineIds)})`.execute(tx);
  return rows.map(({ id }) => id);
}

async function lineIdsOf(tx: Tx, { lines, type }: AnyDocument, ids: readonly string[]): Promise<string[]> {
  if (!lines) throw new Error(`A ${type} has no lines to name`);
  const { rows } = await sql<{ id: string }>`select ${sql.ref('lineId')} as id from ${sql.table(lines.table)}
    where ${sql.ref(lines.document)} in (${sql.join(ids)})`.execute(tx);
  return rows.map(({ id }) => id);
}
