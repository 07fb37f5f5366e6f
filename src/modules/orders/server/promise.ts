import { type SqlBool, sql } from 'kysely';
import { getLastEndedDay, promisedStatuses } from '#modules/analytics/service.ts';

const orderColumn = (column: string) => sql.ref(`orders.${column}`);

/** `evaluateDelivery` as SQL conditions on `orders`, for all figures about promised orders. */
export const isPromised = sql<SqlBool>`${orderColumn('status')} in (${sql.join([...promisedStatuses])})`;
const isReceived = sql<SqlBool>`${orderColumn('status')} = 'Received'`;

/** A promised order that was received, or whose day has ended in every time zone. */
export const isDue = (now: Date) =>
  sql<SqlBool>`(${isReceived} or ${orderColumn('deliveryDate')} <= ${getLastEndedDay(now)})`;

/** Received by the promised day in the branch's time zone. */
export const isOnTime = sql<SqlBool>`(${isReceived} and coalesce(${orderColumn('receivedDay')}, '9999') <= ${orderColumn('deliveryDate')})`;

/** Every line was accepted at receipt in the full ordered quantity. */
export const isInFull = sql<SqlBool>`(${isReceived} and coalesce(${orderColumn('linesReceivedComplete')}, 0) >= coalesce(${orderColumn('linesOrdered')}, 0))`;
