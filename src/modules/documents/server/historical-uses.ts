import { type SqlBool, sql } from 'kysely';
import type { Collection } from '#core/permissions.ts';
import { dayMs } from '#core/day.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';

/** Collections that pack prices reference, with the referencing column of `packPrices`. */
const priceColumns = { suppliers: 'supplierId', packagings: 'packagingId' } as const;

/** Type of data that depends on a row: documents of a collection, or prices. */
export type HistoricalUse = Collection | 'prices';

/** Grace period for correcting a new price. After that, reports are assumed to use it. */
const correctionPeriodMs = dayMs;

/**
 * Returns the rows that reports on past periods depend on, each with the type of data that references it: a
 * document, or a price more than a day old. Currency and contents of such rows can't be changed.
 *
 * @param at ISO 8601
 */
export async function findHistoricalUses(
  db: Queryable,
  collection: keyof typeof priceColumns,
  ids: readonly string[],
  at: string,
): Promise<Map<string, HistoricalUse>> {
  const since = new Date(Date.parse(at) - correctionPeriodMs).toISOString();
  const dependents: (readonly [
    HistoricalUse,
    table: string,
    column: string,
    condition?: ReturnType<typeof sql<SqlBool>>,
  ])[] = [
    ...documentColumns[collection],
    [
      'prices',
      'packPrices',
      priceColumns[collection],
      sql<SqlBool>`${sql.ref('packPrices.createdAt')} < ${since}`,
    ],
  ];
  const uses = new Map<string, HistoricalUse>();
  for await (const chunk of withEventLoopYields(chunks(ids, 500)))
    for (const [name, table, column, condition] of dependents) {
      const references = sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`${collection}._id`)}`;
      const { rows } = await sql<{ _id: string }>`select ${sql.ref('_id')} from ${sql.table(collection)}
        where ${sql.ref('_id')} in (${sql.join(chunk)})
          and exists (select 1 from ${sql.table(table)} where ${condition ? sql`${references} and ${condition}` : references})`.execute(
        db,
      );
      for (const { _id } of rows) if (!uses.has(_id)) uses.set(_id, name);
    }
  return uses;
}

const findReferencingColumns = (collection: Collection) =>
  documents.flatMap(({ collection: documentKind, refersTo }) =>
    refersTo.flatMap(([to, table, column]) =>
      to === collection ? [[documentKind, table, column] as const] : [],
    ),
  );

const documentColumns = {
  suppliers: findReferencingColumns('suppliers'),
  packagings: findReferencingColumns('packagings'),
};
