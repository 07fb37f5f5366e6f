import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/permissions.ts';
import { isInScope } from '#core/permissions.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import type { AnyDocument, DocumentHeader } from './define.ts';
import { lockDocuments, markInserted, assertLocked } from './locks.ts';

/** A document in memory. */
export interface LoadedDocument<Head extends DocumentHeader = DocumentHeader, Line = object> {
  header: Head;
  /** In order of position; empty for kinds without lines. */
  lines: Line[];
}

/** Reads and writes the rows of a document kind. */
export interface DocumentStore<D extends LoadedDocument> {
  document: AnyDocument;
  /** Returns a document. Throws 404 if it is missing or out of the actor's scope. */
  read(db: Queryable, actor: Actor, id: string): Promise<D>;
  /**
   * Locks a document and every document it updates until the transaction ends, and then reads it. Lines are
   * read after all locks are taken.
   *
   * @param body request body; documents referenced by its fields are also locked
   */
  lock(tx: Tx, actor: Actor, id: string, body?: unknown): Promise<D>;
  /** Locks and reads several documents, in one order regardless of the order of ids. */
  lockAll(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, D>>;
  /** Reads a document that this transaction has already locked, to update it from another document. */
  readLocked(tx: Tx, actor: Actor, id: string): Promise<D>;
  insert(tx: Tx, document: Pick<D, 'header' | 'lines'>): Promise<void>;
  /** Updates the header row. */
  saveHeader(tx: Tx, header: D['header']): Promise<void>;
  /** Inserts new lines and updates the columns of existing lines that have changed since they were read. */
  saveLines(tx: Tx, lines: readonly D['lines'][number][]): Promise<void>;
  removeLines(tx: Tx, lineIds: readonly string[]): Promise<void>;
  /** Deletes the document and its lines; the history is retained. */
  remove(tx: Tx, document: Pick<D, 'header' | 'lines'>): Promise<void>;
}

interface StoreOptions<Head, Line> {
  /** Columns derived from the others on every write. */
  deriveColumns?(header: Head): Readonly<Record<string, unknown>>;
  /** Columns that never change after the insert. */
  immutableColumns?: { header: readonly string[]; lines: readonly string[] };
  /** Line columns that contain JSON. */
  json?: readonly (keyof Line & string)[];
}

/** Creates the store of a document kind from its definition. */
export function createDocumentStore<Head extends DocumentHeader, Line extends object = never>(
  document: AnyDocument,
  { deriveColumns, immutableColumns, json = [] }: StoreOptions<Head, Line> = {},
): DocumentStore<LoadedDocument<Head, Line>> {
  const { table, lines: lineTable } = document;
  const readHeader = createHeaderStatement<Head>(document);
  /** Stored rows of lines that were read for update, by the line in memory. */
  const storedRows = new WeakMap<Line, Readonly<Record<string, unknown>>>();
  const readLines = lineTable ? createLinesStatement(lineTable) : null;
  const joinedColumns = Object.keys({ ...document.list?.names, ...document.list?.computedColumns });

  const load = async (db: Queryable, actor: Actor, id: string) => {
    const [header] = await readHeader(db, id);
    if (!header || !isInScope(actor, document.audience(header))) throw notFound();
    const rows = readLines ? await readLines(db, id) : [];
    const lines = rows.map((row) => {
      const stored = db.isTransaction ? { ...row } : null;
      const line = parseJsonColumns(row, json) as Line;
      if (stored) storedRows.set(line, stored);
      return line;
    });
    return { header, lines };
  };
  const toRow = (header: Head) => {
    const columns = Object.entries(header).filter(([column]) => !joinedColumns.includes(column));
    return { ...Object.fromEntries(columns), ...deriveColumns?.(header) };
  };
  const saveLines = async (tx: Tx, lines: readonly Line[]) => {
    if (!lineTable) return;
    const inserted: Record<string, unknown>[] = [];
    const changed: Record<string, unknown>[] = [];
    const columns = new Set<string>();
    for (const line of lines) {
      const row = serializeJsonColumns(line, json);
      assertLocked(tx, document, String(row[lineTable.document]));
      const before = storedRows.get(line);
      storedRows.set(line, row);
      if (!before) inserted.push(row);
      else {
        const changedColumns = Object.keys(row).filter((column) => row[column] !== before[column]);
        if (changedColumns.length > 0) changed.push(row);
        for (const column of changedColumns) columns.add(column);
      }
    }
    const frozenColumns = immutableColumns?.lines ?? [];
    await insertRows(tx, lineTable.table, inserted, { key: ['lineId'], keep: frozenColumns });
    const unchanged = Object.keys(changed[0] ?? {}).filter(
      (column) => !columns.has(column) || frozenColumns.includes(column),
    );
    if ([...columns].some((column) => !frozenColumns.includes(column)))
      await insertRows(tx, lineTable.table, changed, { key: ['lineId'], keep: unchanged });
  };
  const removeWhere = async (tx: Tx, from: keyof Database, column: string, ids: readonly string[]) => {
    if (ids.length === 0) return;
    await sql`delete from ${sql.table(from)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(tx);
  };

  return {
    document,
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
    async insert(tx, { header, lines }) {
      markInserted(tx, document, header._id);
      await insertRows(tx, table, [toRow(header)]);
      await saveLines(tx, lines);
    },
    async saveHeader(tx, header) {
      assertLocked(tx, document, header._id);
      await insertRows(tx, table, [toRow(header)], { key: ['_id'], keep: immutableColumns?.header ?? [] });
    },
    saveLines,
    removeLines: (tx, lineIds) =>
      lineTable ? removeWhere(tx, lineTable.table, 'lineId', lineIds) : Promise.resolve(),
    async remove(tx, { header }) {
      assertLocked(tx, document, header._id);
      if (lineTable) await removeWhere(tx, lineTable.table, lineTable.document, [header._id]);
      await removeWhere(tx, table, '_id', [header._id]);
    },
  };
}

/** Returns the header table, joined with the tables of its list definition. */
export function listDocumentTables({ table, list }: AnyDocument): RawBuilder<unknown> {
  const joins = (list?.joins ?? []).map(
    ([other, column]) =>
      sql` left join ${sql.table(other)} on ${sql.ref(`${other}._id`)} = ${sql.ref(`${table}.${column}`)}`,
  );
  return sql`${sql.table(table)}${sql.join(joins, sql``)}`;
}

/** Returns the table's columns, the joined columns, and the computed ones. */
export function buildDocumentSelectList({ table, list }: AnyDocument): RawBuilder<unknown> {
  const names = Object.entries(list?.names ?? {}).map(
    ([name, column]) => sql`, ${sql.ref(column)} as ${sql.ref(name)}`,
  );
  const computedColumns = Object.entries(list?.computedColumns ?? {}).map(
    ([name, expression]) => sql`, ${expression} as ${sql.ref(name)}`,
  );
  return sql`${sql.table(table)}.*${sql.join([...names, ...computedColumns], sql``)}`;
}

function createHeaderStatement<Head>(document: AnyDocument) {
  const { table } = document;
  return statement((db, id: string) => {
    const query = sql<Head>`select ${buildDocumentSelectList(document)} from ${listDocumentTables(document)}
      where ${sql.ref(`${table}._id`)} = ${id}`;
    return { compile: () => query.compile(db) };
  });
}

function createLinesStatement({ table, document }: NonNullable<AnyDocument['lines']>) {
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
