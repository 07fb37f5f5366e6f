import { type Kysely, sql } from 'kysely';

const ref = (name: string) => sql.ref(name);

/** What was taken back, which is little of all that came and was sent: reports tell it on the day it was taken back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index ${ref('goodsReceiptLines_reversed')} on ${sql.table('goodsReceiptLines')} (${ref('receiptId')})
    where ${ref('isReversed')} = 1`.execute(db);
  await sql`create index ${ref('stockMoves_transfersTakenBack')} on ${sql.table('stockMoves')} (${ref('arrivalDay')})
    where ${ref('docType')} = 'transfer' and ${ref('reversesSeq')} is not null`.execute(db);
}
