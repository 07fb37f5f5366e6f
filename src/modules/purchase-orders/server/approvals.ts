import { type SqlBool, sql } from 'kysely';
import type { PurchaseApprovals } from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import { purchaseLifecycle } from '../lifecycle.ts';
import { dayMs } from '#core/day.ts';
import { purchaseDocument } from './definition.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type PurchaseOrderHeader, toPurchaseLifecycleInput } from './rows.ts';

/** Maximum number of waiting orders and of decisions in a response. */
const maxWaiting = 500;
const maxDecided = 20;
/** Number of days for which decisions are shown unless the query specifies a start. */
const decisionDays = 7;

/**
 * Returns the purchase orders that await the actor's approval, oldest first, and others' decisions on the
 * actor's orders, newest first.
 */
export async function loadApprovals(
  db: Queryable,
  actor: Actor,
  { since }: { since?: string | undefined },
  now: Date,
): Promise<PurchaseApprovals> {
  const from = since ?? new Date(now.getTime() - decisionDays * dayMs).toISOString();
  const decided = await db
    .selectFrom('documentHistory as step')
    .innerJoin('purchaseOrders as own', 'own._id', 'step.docId')
    .select([
      'own._id',
      'own.number',
      'own.supplierName',
      'own.supplierNameAlt',
      'step.verb',
      'step.byName',
      'step.at',
      'step.reason as note',
    ])
    .where('step.docType', '=', purchaseDocument.type)
    .where('own.userId', '=', actor._id)
    .where('own.updatedAt', '>', from)
    .where('step.at', '>', from)
    .where('step.by', '!=', actor._id)
    .where('step.verb', 'in', ['approve', 'send back'])
    .orderBy('step.at', 'desc')
    .orderBy('step.seq', 'desc')
    .limit(maxDecided)
    .execute();
  return {
    waiting: (await loadWaitingForApproval(db, actor)).map((header) => ({
      _id: header._id,
      number: header.number,
      supplierName: header.supplierName,
      supplierNameAlt: header.supplierNameAlt,
      placeName: header.placeName,
      placeNameAlt: header.placeNameAlt,
      userName: header.userName,
      currency: header.currency,
      total: fromE4(header.totalE4),
      since: header.updatedAt,
    })),
    decided: decided.map(({ verb, ...row }) => ({ ...row, isApproved: verb === 'approve' })),
  };
}

/** Loads the purchase orders that the actor can approve now. */
export async function loadWaitingForApproval(db: Queryable, actor: Actor): Promise<PurchaseOrderHeader[]> {
  if (!hasFlag(actor, 'canEdit')) return [];
  const headers = await db
    .selectFrom('purchaseOrders')
    .selectAll()
    .where('status', '=', 'Pending Approval')
    .where(sql<SqlBool>`${scopeCondition(actor, { branch: 'purchaseOrders.place' })}`)
    .orderBy('updatedAt')
    .limit(maxWaiting)
    .execute();
  return headers.filter((header) =>
    purchaseLifecycle.getParties(toPurchaseLifecycleInput({ header }), actor).has('approver'),
  );
}

/** Returns the names of an order's approvers; empty if anyone at head office can approve it. */
export async function loadApproverNames(db: Queryable, approvers: string): Promise<string[]> {
  if (approvers === '') return [];
  const rows = await db
    .selectFrom('users')
    .select('name')
    .where('_id', 'in', approvers.split(' '))
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
