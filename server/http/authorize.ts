import { refusal } from '#domain/refusals/refusal.ts';
import { type Actor, type Flag, mayRead, mayWrite } from '#domain/permissions.ts';
import { forbidden } from './problems.ts';
import type { Access } from './route.ts';

const writeFlags = ['canCreate', 'canEdit', 'canDelete'] as const satisfies readonly Flag[];

const wordOf = {
  canView: 'see',
  canCreate: 'create',
  canEdit: 'edit',
  canDelete: 'delete',
  anyWrite: 'change',
} as const satisfies Record<Flag | 'anyWrite', string>;

/** Does the row of the authorization table let this person through? Flag and page only; rows are a matter of scope. */
export function isAllowed(access: Access, actor: Actor): boolean {
  if (access.kind !== 'collection') return true;
  const { collection, flag } = access;
  if (flag === 'canView') return mayRead(actor, collection);
  if (flag === 'anyWrite') return writeFlags.some((one) => mayWrite(actor, collection, one));
  return mayWrite(actor, collection, flag);
}

/** Throws 403 `FORBIDDEN` naming what is missing. */
export function authorize(access: Access, actor: Actor): void {
  if (access.kind !== 'collection' || isAllowed(access, actor)) return;
  const noun = access.collection.replaceAll('-', ' ');
  throw forbidden(refusal('no-right-to', { deed: wordOf[access.flag], records: noun }));
}
