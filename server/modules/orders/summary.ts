import type { Selectable } from 'kysely';
import type { OrderSummary } from '#contract/orders.ts';
import { fromE4 } from '#domain/money.ts';
import type { OrderRow } from '../../db/tables.ts';

/** An order's own row; the summary in it is written from the rest. */
export type Head = Omit<Selectable<OrderRow>, 'summary'>;

/** Statuses after which nothing but the notes can change. */
const lockedStatuses: readonly string[] = ['Received', 'Rejected', 'Cancelled'];

/** The order as lists show it. */
export function toSummary(head: Head): OrderSummary {
  return {
    _id: head._id,
    orderNo: head.orderNo,
    status: head.status,
    branch: head.branch,
    branchName: head.branchName,
    kitchen: head.kitchen,
    kitchenName: head.kitchenName,
    userName: head.userName,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
    version: head.version,
    dateTime: head.dateTime,
    sentAt: head.sentAt,
    acceptedAt: head.acceptedAt,
    shippedAt: head.shippedAt,
    receivedAt: head.receivedAt,
    deliveryDate: head.deliveryDate,
    orderType: head.orderType,
    cutoffAt: head.cutoffAt,
    notes: head.notes,
    transitionReason: head.transitionReason,
    deliveryNoteNo: head.deliveryNoteNo,
    driver: head.driver,
    vehicle: head.vehicle,
    lineCount: head.lineCount,
    value: fromE4(head.valueE4),
    late: head.late === 1,
    urgent: head.orderType === 'Urgent',
    hasDiscrepancy: head.hasDiscrepancy === 1,
    locked: lockedStatuses.includes(head.status),
  };
}
