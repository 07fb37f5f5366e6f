import { refusal } from '#core/refusals/refusal.ts';
import type { Expression, SqlBool } from 'kysely';
import { type Actor, type Collection, getOwnLocations } from '#core/permissions.ts';
import type { Resource } from '../define-resource.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { forbidden } from '#platform/server/http/problems.ts';

/** Collections whose rows belong to one branch or kitchen, with the field that references it. */
const ownerFields: Partial<Record<Collection, string>> = {
  'item-levels': 'branchId',
  'order-templates': 'branch',
  'count-schedules': 'branchId',
  'check-points': 'branchId',
};

/** Returns whether each row of a collection belongs to one branch or kitchen. */
export const belongsToLocation = (collection: Collection): boolean => collection in ownerFields;

/** Returns the distinct branches and kitchens that rows belong to; null if the collection has no owners. */
export function getRowOwners(
  { collection }: Pick<Resource, 'collection'>,
  rows: readonly (Readonly<Record<string, unknown>> | null)[],
): string[] | null {
  const field = ownerFields[collection];
  return field ? [...new Set(rows.flatMap((row) => (row ? [String(row[field])] : [])))] : null;
}

/** Conditions that restrict an actor to rows of their own locations. */
export function buildScopeConditions(resource: Resource, actor: Actor | null): Expression<SqlBool>[] {
  const field = ownerFields[resource.collection];
  return field && actor ? [scopeCondition(actor, { branch: `${resource.table}.${field}` })] : [];
}

/** Throws 403 if a row would be created for, or moved to, a location that isn't the actor's. */
export function assertInScope(
  resource: Resource,
  actor: Actor | null,
  row: Readonly<Record<string, unknown>>,
): void {
  const field = ownerFields[resource.collection];
  const locations = field && actor ? getOwnLocations(actor) : null;
  if (field && locations && !locations.includes(String(row[field]))) throw forbidden(refusal('own-branch'));
}
