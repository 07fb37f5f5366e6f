import { refusal } from '#core/refusals/refusal.ts';
import { type Actor, type Flag, getMissingRight } from '#core/permissions.ts';
import { forbidden } from './problems.ts';
import type { RouteAccess } from './route.ts';

const verbs = {
  canView: 'see',
  canCreate: 'create',
  canEdit: 'edit',
  canDelete: 'delete',
  anyWrite: 'change',
} as const satisfies Record<Flag | 'anyWrite', string>;

const refusals = { flag: 'permission-missing', page: 'page-missing', places: 'locations-missing' } as const;

/**
 * Checks the actor's permission; the row scope is checked elsewhere.
 *
 * @throws ApiProblem 403 `FORBIDDEN` with the missing permission and who grants it
 */
export function authorize(access: RouteAccess, actor: Actor): void {
  if (access.kind !== 'collection') return;
  const missing = getMissingRight(actor, access);
  if (missing === null) return;
  const records = access.collection.replaceAll('-', ' ');
  throw forbidden(refusal(refusals[missing], { operation: verbs[access.flag], records }));
}
