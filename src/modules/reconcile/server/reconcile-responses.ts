import { type StoredText, unpack } from '#platform/server/db/packed-text.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Number of recent stored responses to check. Clients may still retry these requests. */
const maxResponses = 20_000;
const batchSize = 500;

/** Finds orders that a stored response confirmed but that are missing without having been deleted. */
export async function findLostResponses(db: Queryable, max: number): Promise<string[]> {
  const findings: string[] = [];
  for (let offset = 0; offset < maxResponses && findings.length < max; offset += batchSize) {
    const storedResponses = await db
      .selectFrom('idempotencyKeys')
      .select(['key', 'status', 'body', 'packed'])
      .orderBy('createdAt', 'desc')
      .orderBy('key')
      .limit(batchSize)
      .offset(offset)
      .execute();
    const unfinished = storedResponses.filter((response) => response.status === 0);
    findings.push(
      ...unfinished.map((response) => `key ${response.key} was committed without storing a response`),
    );
    const created = storedResponses.filter((response) => response.status === 201);
    const orders = (await Promise.all(created.map(parseConfirmedOrder))).flat();
    const existing = await findExistingOrDeleted(
      db,
      orders.map((order) => order.id),
    );
    findings.push(
      ...orders
        .filter(({ id }) => !existing.has(id))
        .map(({ key, id }) => `key ${key} confirmed order ${id}, which no longer exists`),
    );
    if (storedResponses.length < batchSize) break;
  }
  return findings.slice(0, max);
}

async function parseConfirmedOrder(
  stored: StoredText & { key: string },
): Promise<{ key: string; id: string }[]> {
  const { key } = stored;
  const response = JSON.parse(await unpack(stored)) as { _id?: string; orderNo?: string; items?: unknown[] };
  return response._id && response.orderNo && response.items ? [{ key, id: response._id }] : [];
}

/** Returns the ids of orders that exist or were deleted by a user. */
async function findExistingOrDeleted(db: Queryable, ids: string[]): Promise<Set<string>> {
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
