import { type RawBuilder, sql } from 'kysely';
import type { TypicalQuantity } from '../typical-quantities-shape.ts';
import { type Actor, isInScope } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { requireActor } from './context.ts';

/** Number of recent documents that are considered. */
const recentDocuments = 60;

interface TypicalQuantitySource {
  table: string;
  /** Columns of the two parties and their ids. */
  parties: Readonly<Record<string, string | undefined>>;
  /** Statuses to consider; drafts are excluded, because they may contain typos. */
  statuses: readonly string[];
  lines: {
    table: string;
    document: string;
    qty: string;
    unitOrPackId: RawBuilder<unknown>;
    where?: RawBuilder<unknown>;
  };
}

/**
 * Returns the largest quantity per item and unit or pack in the recent documents between the same parties.
 * Empty if none of the locations is in the actor's scope.
 */
export async function loadTypicalQuantities(
  db: Queryable,
  { actor, places }: { actor: Actor | null; places: readonly string[] },
  { table, parties, statuses, lines }: TypicalQuantitySource,
): Promise<TypicalQuantity[]> {
  if (!isInScope(requireActor(actor), { branches: places, kitchens: places })) return [];
  const partyConditions = Object.entries(parties).flatMap(([column, party]) =>
    party === undefined ? [] : [sql`${sql.ref(column)} = ${party}`],
  );
  const conditions = sql.join([sql`status in (${sql.join(statuses)})`, ...partyConditions], sql` and `);
  const { rows } = await sql<{ itemId: string; unitOrPackId: string; maxMicro: unknown }>`
    select ${sql.ref('itemId')}, ${lines.unitOrPackId} as "unitOrPackId", max(${sql.ref(lines.qty)}) as ${sql.ref('maxMicro')}
    from ${sql.table(lines.table)}
    where ${lines.where ?? sql`1 = 1`} and ${sql.ref(lines.document)} in (
      select ${sql.ref('_id')} from ${sql.table(table)} where ${conditions}
      order by ${sql.ref('createdAt')} desc, ${sql.ref('_id')} desc limit ${recentDocuments})
    group by ${sql.ref('itemId')}, ${lines.unitOrPackId}
    having max(${sql.ref(lines.qty)}) > 0
    order by ${sql.ref('itemId')}, "unitOrPackId"`.execute(db);
  return rows.map(({ itemId, unitOrPackId, maxMicro }) => ({
    itemId,
    unitOrPackId,
    qty: fromMicro(Number(maxMicro)),
  }));
}
