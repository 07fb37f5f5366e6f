import { refusal } from '#domain/refusals/refusal.ts';
import type { Expression, SqlBool } from 'kysely';
import { type Actor, type Collection, ownLocations } from '#domain/permissions.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { scopeCondition } from '../../db/scope.ts';
import { forbidden } from '../../http/problems.ts';

/** Collections whose rows belong to one branch or kitchen each, and the field that says which. */
const ownerFields: Partial<Record<Collection, string>> = {
  'item-levels': 'branchId',
  'order-templates': 'branch',
  'count-schedules': 'branchId',
};

/** Whether rows of a collection belong to one branch or kitchen each. */
export const belongsToLocation = (collection: Collection): boolean => collection in ownerFields;

/** The branches and kitchens that rows belong to, each once; null where they belong to nobody in particular. */
export function rowOwners(
  { collection }: Pick<Resource, 'collection'>,
  rows: readonly (Readonly<Record<string, unknown>> | null)[],
): string[] | null {
  const field = ownerFields[collection];
  return field ? [...new Set(rows.flatMap((row) => (row ? [String(row[field])] : [])))] : null;
}

/** Keeps an actor to the rows of the own places, where rows have one. */
export function scopeConditions(resource: Resource, actor: Actor | null): Expression<SqlBool>[] {
  const field = ownerFields[resource.collection];
  return field && actor ? [scopeCondition(actor, { branch: `${resource.table}.${field}` })] : [];
}

/** Refuses (403) to make or move a row at a place the actor does not work at. */
export function assertInScope(
  resource: Resource,
  actor: Actor | null,
  row: Readonly<Record<string, unknown>>,
): void {
  const field = ownerFields[resource.collection];
  const own = field && actor ? ownLocations(actor) : null;
  if (field && own && !own.includes(String(row[field]))) throw forbidden(refusal('own-branch'));
}
