import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/permissions.ts';
import { isInScope } from '#domain/permissions.ts';
import { insertRows, statement } from '../db/statements.ts';
import type { Database } from '../db/tables.ts';
import type { Queryable, Tx } from '../db/types.ts';
import { notFound } from '../http/problems.ts';
import type { AnyDocument, DocumentRow } from './define.ts';
import { lockDocuments, markInserted, assertLocked } from './locks.ts';

/** A document in memory: what the rules read, and what is saved. */
export interface LoadedDocument<Head extends DocumentRow = DocumentRow, Line = object> {
  head: Head;
  /** In their order; none where its kind has none. */
  lines: Line[];
}

/** What becomes of the rows of one kind of document. */
export interface DocumentStore<D extends LoadedDocument> {
  /** One that the actor may see. Throws 404 for one that is missing or another's. */
  read(db: Queryable, actor: Actor, id: string): Promise<D>;
  /**
   * The same in a transaction, locked until its end with every document that it writes into: what is decided on them stays
   * true. Lines are read once all of them are locked.
   *
   * @param body what the call writes: what its fields name is locked as well
   */
  lock(tx: Tx, actor: Actor, id: string, body?: unknown): Promise<D>;
  /** Several of them, locked in one order whatever the order of their ids. */
  lockAll(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, D>>;
  /** One that this transaction has locked already: another document that is moved or made writes into it. */
  readLocked(tx: Tx, actor: Actor, id: string): Promise<D>;
  insert(tx: Tx, document: Pick<D, 'head' | 'lines'>): Promise<void>;
  /** Writes the document's own row. */
  saveHead(tx: Tx, head: D['head']): Promise<void>;
  /** Writes these lines: new ones, and of others the columns that changed since they were read. */
  saveLines(tx: Tx, lines: readonly D['lines'][number][]): Promise<void>;
  removeLines(tx: Tx, lineIds: readonly string[]): Promise<void>;
  /** Takes the document away with its lines; its history stays. */
  remove(tx: Tx, document: Pick<D, 'head' | 'lines'>): Promise<void>;
}

interface StoreOptions<Head, Line> {
  /** Columns that are worked out of the others with every writing. */
  derived?(head: Head): Readonly<Record<string, unknown>>;
  /** Columns that never change once they are there. */
  frozen?: { head: readonly string[]; lines: readonly string[] };
  /** Columns of a line that hold JSON. */
  json?: readonly (keyof Line & string)[];
}

/** Reads and writes the rows of one kind of document, by its definition. */
export function documentStore<Head extends DocumentRow, Line extends object = never>(
  document: AnyDocument,
  { derived, frozen, json = [] }: StoreOptions<Head, Line> = {},
): DocumentStore<LoadedDocument<Head, Line>> {
  const { table, lines: kept } = document;
  const found = headerStatement<Head>(document);
  /** The rows of lines as they were read to be changed, by the line in memory. */
  const readAs = new WeakMap<Line, Readonly<Record<string, unknown>>>();
  const linesOf = kept ? linesStatement(kept) : null;
  const besides = Object.keys({ ...document.list?.names, ...document.list?.figures });

  const load = async (db: Queryable, actor: Actor, id: string) => {
    const [head] = await found(db, id);
    if (!head || !isInScope(actor, document.audience(head))) throw notFound();
    const rows = linesOf ? await linesOf(db, id) : [];
    const lines = rows.map((row) => {
      const stored = db.isTransaction ? { ...row } : null;
      const line = parseJsonColumns(row, json) as Line;
      if (stored) readAs.set(line, stored);
      return line;
    });
    return { head, lines };
  };
  const rowOf = (head: Head) => {
    const own = Object.entries(head).filter(([column]) => !besides.includes(column));
    return { ...Object.fromEntries(own), ...derived?.(head) };
  };
  const saveLines = async (tx: Tx, lines: readonly Line[]) => {
    if (!kept) return;
    const made: Record<string, unknown>[] = [];
    const changed: Record<string, unknown>[] = [];
    const columns = new Set<string>();
    for (const line of lines) {
      const row = serializeJsonColumns(line, json);
      assertLocked(tx, document, String(row[kept.document]));
      const before = readAs.get(line);
      readAs.set(line, row);
      if (!before) made.push(row);
      else {
        const differing = Object.keys(row).filter((column) => row[column] !== before[column]);
        if (differing.length > 0) changed.push(row);
        for (const column of differing) columns.add(column);
      }
    }
    const fixed = frozen?.lines ?? [];
    await insertRows(tx, kept.table, made, { key: ['lineId'], keep: fixed });
    const keep = Object.keys(changed[0] ?? {}).filter(
      (column) => !columns.has(column) || fixed.includes(column),
    );
    if ([...columns].some((column) => !fixed.includes(column)))
      await insertRows(tx, kept.table, changed, { key: ['lineId'], keep });
  };
  const removeWhere = async (tx: Tx, from: keyof Database, column: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    await sql`delete from ${sql.table(from)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(tx);
  };

  return {
    read: load,
    async lock(tx, actor, id, body) {
      await lockDocuments(tx, document, [id], body);
      return load(tx, actor, id);
    },
    async lockAll(tx, actor, ids) {
      await lockDocuments(tx, document, ids);
      const loaded = new Map<string, LoadedDocument<Head, Line>>();
      for (const id of new Set(ids)) loaded.set(id, await load(tx, actor, id));
      return loaded;
    },
    readLocked(tx, actor, id) {
      assertLocked(tx, document, id);
      return load(tx, actor, id);
    },
    async insert(tx, { head, lines }) {
      markInserted(tx, document, head._id);
      await insertRows(tx, table, [rowOf(head)]);
      await saveLines(tx, lines);
    },
    async saveHead(tx, head) {
      assertLocked(tx, document, head._id);
      await insertRows(tx, table, [rowOf(head)], { key: ['_id'], keep: frozen?.head ?? [] });
    },
    saveLines,
    removeLines: (tx, lineIds) => (kept ? removeWhere(tx, kept.table, 'lineId', lineIds) : Promise.resolve()),
    async remove(tx, { head }) {
      assertLocked(tx, document, head._id);
      if (kept) await removeWhere(tx, kept.table, kept.document, [head._id]);
      await removeWhere(tx, table, '_id', [head._id]);
    },
  };
}

/** The table of a kind of document with the tables that its lists read beside it. */
export function documentTables({ table, list }: AnyDocument): RawBuilder<unknown> {
  const joins = (list?.joins ?? []).map(
    ([other, column]) =>
      sql` left join ${sql.table(other)} on ${sql.ref(`${other}._id`)} = ${sql.ref(`${table}.${column}`)}`,
  );
  return sql`${sql.table(table)}${sql.join(joins, sql``)}`;
}

/** The columns of its own row, the names that its lists read beside it, and what is worked out. */
export function documentColumns({ table, list }: AnyDocument): RawBuilder<unknown> {
  const names = Object.entries(list?.names ?? {}).map(
    ([name, column]) => sql`, ${sql.ref(column)} as ${sql.ref(name)}`,
  );
  const figures = Object.entries(list?.figures ?? {}).map(([name, of]) => sql`, ${of} as ${sql.ref(name)}`);
  return sql`${sql.table(table)}.*${sql.join([...names, ...figures], sql``)}`;
}

function headerStatement<Head>(document: AnyDocument) {
  const { table } = document;
  return statement((db, id: string) => {
    const query = sql<Head>`select ${documentColumns(document)} from ${documentTables(document)}
      where ${sql.ref(`${table}._id`)} = ${id}`;
    return { compile: () => query.compile(db) };
  });
}

function linesStatement({ table, document }: NonNullable<AnyDocument['lines']>) {
  return statement((db, id: string) => {
    const query = sql<Record<string, unknown>>`select * from ${sql.table(table)}
      where ${sql.ref(document)} = ${id} order by ${sql.ref('position')}`;
    return { compile: () => query.compile(db) };
  });
}

function parseJsonColumns(row: Record<string, unknown>, json: readonly string[]): Record<string, unknown> {
  for (const column of json) row[column] = JSON.parse(String(row[column]));
  return row;
}

function serializeJsonColumns(line: object, json: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...line };
  for (const column of json) row[column] = JSON.stringify(row[column]);
  return row;
}
