import {
  BinaryOperationNode,
  CompiledQuery,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  type RawBuilder,
  RawNode,
  type RootOperationNode,
  sql,
  type UnknownRow,
  ValueNode,
} from 'kysely';
import { withDialect } from './locking.ts';
import type { Database, NewRow } from './tables.ts';
import type { Dialect, Queryable } from './types.ts';

/** Any query that a query builder returns. */
interface Compilable<R> {
  compile(): CompiledQuery<R>;
}

/** Text of a statement, and the source of each of its parameters. */
interface Compiled {
  text: string;
  parameters: readonly Source[];
}

/** An argument of the call, or a constant. */
type Source = Marker | { value: unknown };

/** Placeholder for an argument while a statement is built. */
class Marker {
  readonly argument: number;

  constructor(argument: number) {
    this.argument = argument;
  }
}

/** Placeholder for a list, which is bound as one parameter. */
class ListMarker extends Marker {}

/**
 * Creates a statement that is built and compiled once per dialect instead of on every use; building takes
 * several times as long as SQLite takes to run it. `build` gets placeholders and may only pass its arguments
 * on. A list may only be the right-hand side of `in` or `not in`; for rows with several values, pass JSON and
 * use `jsonRows`.
 *
 * @example
 *   const selectById = statement((db, id: string) =>
 *     db.selectFrom('orders').selectAll().where('_id', '=', id),
 *   );
 */
export function statement<Args extends readonly unknown[], R>(
  build: (db: Queryable, ...args: Args) => Compilable<R>,
): (db: Queryable, ...args: Args) => Promise<R[]> {
  const compiledByDialect = new Map<Dialect, Compiled>();
  return async (db, ...args) => {
    let compiled = compiledByDialect.get(db.dialect);
    if (!compiled) {
      const listBindingDb = withDialect(db.withPlugin(new BindLists(db.dialect)), db.dialect);
      compiled = compile(build(listBindingDb, ...(args.map(toMarkers) as unknown as Args)));
      compiledByDialect.set(db.dialect, compiled);
    }
    const { rows } = await db.executeQuery<R>(
      CompiledQuery.raw(compiled.text, bindArguments(compiled, args, db.dialect)),
    );
    return rows;
  };
}

/** Compares with a list that is one parameter: an array on PostgreSQL, JSON on SQLite. */
class BindLists extends OperationNodeTransformer implements KyselyPlugin {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    super();
    this.#dialect = dialect;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformNode(node);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { leftOperand, operator, rightOperand: right } = super.transformBinaryOperation(node);
    const [list] = PrimitiveValueListNode.is(right) ? right.values : [];
    if (!(list instanceof ListMarker) || !OperatorNode.is(operator))
      return BinaryOperationNode.create(leftOperand, operator, right);
    const listNode = (before: string, after: string) =>
      RawNode.create([before, after], [ValueNode.create(list)]);
    if (this.#dialect === 'sqlite')
      return BinaryOperationNode.create(
        leftOperand,
        operator,
        listNode('(select value from json_each(', '))'),
      );
    const [comparison, quantifier] =
      operator.operator === 'in' ? (['=', 'any('] as const) : (['<>', 'all('] as const);
    return BinaryOperationNode.create(
      leftOperand,
      OperatorNode.create(comparison),
      listNode(quantifier, ')'),
    );
  }
}

/**
 * Converts a single parameter to rows of text values, to compare several columns at once.
 *
 * @param json an array of arrays of `width` strings
 */
export function jsonRows({ dialect }: Queryable, json: string, width: number): RawBuilder<unknown> {
  const values = Array.from({ length: width }, (_, index) => sql`value ->> ${sql.lit(index)}`);
  const rows = dialect === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements(${json}::jsonb)`;
  return sql`(select ${sql.join(values)} from ${rows})`;
}

/** Maximum number of compiled queries; the oldest is evicted first. */
const maxCompiledQueries = 500;
const compiledQueries = new Map<string, CompiledQuery>();

/**
 * Runs a query whose form depends on its input, compiled once per `key`. The key must contain everything that
 * `build` uses, values included.
 */
export async function runCompiledQuery<R>(
  db: Queryable,
  key: string,
  build: () => Compilable<R>,
): Promise<R[]> {
  const name = `${db.dialect} ${key}`;
  let compiled = compiledQueries.get(name);
  if (!compiled) {
    compiled = build().compile();
    compiledQueries.set(name, compiled);
    if (compiledQueries.size > maxCompiledQueries)
      compiledQueries.delete(compiledQueries.keys().next().value ?? '');
  }
  const { rows } = await db.executeQuery<R>(compiled);
  return rows;
}

/** Text of an insert before and after its values. */
interface Insert {
  prefix: string;
  suffix: string;
}

const inserts = new Map<string, Insert>();

/**
 * Handling of existing rows. Without these options, inserting an existing row fails; with them, all columns
 * except `key` and `keep` are replaced.
 */
export interface ReplaceOptions {
  key: readonly string[];
  /** Columns that never change. */
  keep?: readonly string[];
}

/** Maximum values per statement: SQLite accepts 32,766, PostgreSQL 65,535. */
const maxValues = 32_000;

/**
 * Inserts rows, or replaces existing ones, in as few statements as possible. All rows must have the same
 * columns as the first.
 */
export async function insertRows<T extends keyof Database>(
  db: Queryable,
  table: T,
  rows: readonly NewRow<T>[],
  replaceOptions?: ReplaceOptions,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const maxRows = Math.max(1, Math.floor(maxValues / Math.max(1, columns.length)));
  for (let from = 0; from < rows.length; ) {
    const count = limitRows(db.dialect, Math.min(maxRows, rows.length - from));
    await insertBatch(db, table, columns, rows.slice(from, from + count), replaceOptions);
    from += count;
  }
}

/**
 * SQLite caches each prepared text, so the number of rows per insert is a power of two: a table then has a
 * dozen texts instead of one per number of rows.
 */
const limitRows = (dialect: Dialect, count: number) =>
  dialect === 'sqlite' ? 2 ** Math.floor(Math.log2(count)) : count;

async function insertBatch(
  db: Queryable,
  table: keyof Database,
  columns: readonly string[],
  rows: readonly object[],
  replaceOptions: ReplaceOptions | undefined,
): Promise<void> {
  const shape = `${db.dialect}${table} ${replaceOptions ? `replace ${replaceOptions.keep?.join() ?? ''} ` : ''}${columns.join()}`;
  let insert = inserts.get(shape);
  if (insert === undefined) {
    insert = compileInsert(db, table, columns, replaceOptions);
    inserts.set(shape, insert);
  }
  const values = rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  const text = `${insert.prefix}${buildAllPlaceholders(db, rows.length, columns.length)}${insert.suffix}`;
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** Returns the parameter placeholders of a number of rows. */
function buildAllPlaceholders({ dialect }: Queryable, rows: number, columns: number): string {
  if (dialect === 'sqlite') {
    const row = `(${Array.from({ length: columns }, () => '?').join()})`;
    return Array.from({ length: rows }, () => row).join();
  }
  const buildPlaceholders = (index: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join()})`;
  return Array.from({ length: rows }, (_, index) => buildPlaceholders(index)).join();
}

/** Returns the text of an insert before and after its values; it contains no other value. */
function compileInsert(
  db: Queryable,
  table: keyof Database,
  columns: readonly string[],
  replaceOptions?: ReplaceOptions,
): Insert {
  const plainInsert = db.insertInto(table).values(Object.fromEntries(columns.map((column) => [column, 0])));
  const { key = [], keep = [] } = replaceOptions ?? {};
  const replacedColumns = columns.filter((column) => !key.includes(column) && !keep.includes(column));
  const set = Object.fromEntries(replacedColumns.map((column) => [column, sql.ref(`excluded.${column}`)]));
  const insert = replaceOptions
    ? plainInsert.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(set))
    : plainInsert;
  const { sql: text } = insert.compile();
  const values = 'values ';
  const from = text.indexOf(values) + values.length;
  return { prefix: text.slice(0, from), suffix: text.slice(text.indexOf(')', from) + 1) };
}

const toMarkers = (arg: unknown, argument: number) =>
  Array.isArray(arg) ? [new ListMarker(argument)] : new Marker(argument);

function compile(query: Compilable<unknown>): Compiled {
  const { sql: text, parameters } = query.compile();
  return { text, parameters: parameters.map((value) => (value instanceof Marker ? value : { value })) };
}

function bindArguments({ parameters }: Compiled, args: readonly unknown[], dialect: Dialect): unknown[] {
  return parameters.map((source) => {
    if (!(source instanceof Marker)) return source.value;
    const arg = args[source.argument];
    return source instanceof ListMarker && dialect === 'sqlite' ? JSON.stringify(arg) : arg;
  });
}
