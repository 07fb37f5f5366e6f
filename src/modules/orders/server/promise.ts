import { type SqlBool, sql } from 'kysely';
import { getLastEndedDay, promisedStatuses } from '#modules/analytics/service.ts';

const order = (column: string) => sql.ref(`orders.${column}`);

/** `evaluateDelivery` as SQL conditions on `orders`, for all figures about promised orders. */
export const isPromised = sql<SqlBool>`${order('status')} in (${sql.join([...promisedStatuses])})`;
const isReceived = sql<SqlBool>`${order('status')} = 'Received'`;

/** A promised order that was received, or whose day has ended in every time zone. */
export const isDue = (now: Date) =>
  sql<SqlBool>`(${isReceived} or ${order('deliveryDate')} <= ${getLastEndedDay(now)})`;

/** Received by the promised day in the branch's time zone. */
export const isOnTime = sql<SqlBool>`(${isReceived} and coalesce(${order('receivedDay')}, '9999') <= ${order('deliveryDate')})`;

/** Every line was accepted at receipt in the full ordered quantity. */
export const isInFull = sql<SqlBool>`(${isReceived} and coalesce(${order('linesReceivedComplete')}, 0) >= coalesce(${order('linesOrdered')}, 0))`;
