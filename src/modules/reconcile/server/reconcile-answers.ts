import { type StoredText, unpack } from '#platform/server/db/packed-text.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Number of recent stored responses that are checked; clients may still retry these. */
const mostAnswers = 20_000;
const batch = 500;

/** Finds orders that a stored response confirmed but that are missing without having been deleted. */
export async function findLostAnswers(db: Queryable, max: number): Promise<string[]> {
  const lost: string[] = [];
  for (let offset = 0; offset < mostAnswers && lost.length < max; offset += batch) {
    const storedResponses = await db
      .selectFrom('idempotencyKeys')
      .select(['key', 'status', 'body', 'packed'])
      .orderBy('createdAt', 'desc')
      .orderBy('key')
      .limit(batch)
      .offset(offset)
      .execute();
    const unfinished = storedResponses.filter((answer) => answer.status === 0);
    lost.push(...unfinished.map((answer) => `key ${answer.key} was committed without an answer`));
    const created = storedResponses.filter((answer) => answer.status === 201);
    const orders = (await Promise.all(created.map(acknowledged))).flat();
    const existing = await present(
      db,
      orders.map((order) => order.id),
    );
    lost.push(
      ...orders
        .filter(({ id }) => !existing.has(id))
        .map(({ key, id }) => `key ${key} acknowledged order ${id}, which is gone`),
    );
    if (storedResponses.length < batch) break;
  }
  return lost.slice(0, max);
}

async function acknowledged(stored: StoredText & { key: string }): Promise<{ key: string; id: string }[]> {
  const { key } = stored;
  const answer = JSON.parse(await unpack(stored)) as { _id?: string; orderNo?: string; items?: unknown[] };
  return answer._id && answer.orderNo && answer.items ? [{ key, id: answer._id }] : [];
}

/** Returns the ids of orders that exist or were deleted on purpose. */
async function present(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const orders = await db.selectFrom('orders').select('_id').where('_id', 'in', ids).execute();
  const deleted = await db
    .selectFrom('audit')
    .select('entityId')
    .where('entity', '=', 'orders')
    .where('action', '=', 'delete')
    .where('entityId', 'in', ids)
    .execute();
  return new Set([...orders.map((order) => order._id), ...deleted.map((row) => row.entityId ?? '')]);
}
