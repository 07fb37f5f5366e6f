import { type SqlBool, sql } from 'kysely';
import { lastEndedDay, promisedStatuses } from '#domain/analytics/service.ts';

const order = (column: string) => sql.ref(`orders.${column}`);

/** `judgePromise` of each order, as conditions on `orders`: for everything that adds orders up by how they kept their promise. */
export const isPromised = sql<SqlBool>`${order('status')} in (${sql.join([...promisedStatuses])})`;
const isReceived = sql<SqlBool>`${order('status')} = 'Received'`;

/** Of a promised order: it came, or its day has ended wherever its branch is. */
export const isDue = (now: Date) =>
  sql<SqlBool>`(${isReceived} or ${order('deliveryDate')} <= ${lastEndedDay(now)})`;

/** By the clock of the branch, on the promised day or before. */
export const isOnTime = sql<SqlBool>`(${isReceived} and coalesce(${order('receivedDay')}, '9999') <= ${order('deliveryDate')})`;

/** Each line with all that was ordered of it was accepted at the receipt. */
export const isInFull = sql<SqlBool>`(${isReceived} and coalesce(${order('linesReceivedComplete')}, 0) >= coalesce(${order('linesOrdered')}, 0))`;
