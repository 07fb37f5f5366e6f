import { listHiddenFields, type Resource } from '../define-resource.ts';
import type { Actor } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { forbidden } from '#platform/server/http/problems.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Drops amounts that the user can't see from input. The user receives them as null, so null means unchanged.
 *
 * @throws ApiProblem 403 for any other value
 */
export function removeHiddenFields(resource: Resource, actor: Actor | null, input: Values): Values {
  const hiddenNames = listHiddenFields(resource, actor).filter((name) => input[name] !== undefined);
  if (hiddenNames.some((name) => input[name] !== null)) throw forbidden(refusal('no-costs'));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !hiddenNames.includes(name)));
}
