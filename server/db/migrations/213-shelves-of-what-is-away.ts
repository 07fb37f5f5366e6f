import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What is on the way to a branch, or set aside there, has a shelf there: a balance, if only of nothing. */
export async function up(db: MigrationDb): Promise<void> {
  await sql`insert into balances (${sql.join(['placeId', 'itemId', 'onHandMicro', 'reservedMicro', 'valueE4', 'lastCostE4'].map(ref))})
    select distinct places.${ref('branchId')}, away.${ref('itemId')}, 0, 0, 0, 0
    from balances as away join places on places.${ref('placeId')} = away.${ref('placeId')}
    where places.type in ('transit', 'hold') and places.${ref('branchId')} is not null and not exists (
      select 1 from balances as own
      where own.${ref('placeId')} = places.${ref('branchId')} and own.${ref('itemId')} = away.${ref('itemId')})`.execute(
    db,
  );
}
