import { id } from '#platform/shapes/common.ts';
import type { Resource } from '../define-resource.ts';
import type { ExistsContext } from '#platform/server/http/route.ts';
import { buildScopeConditions } from './scope.ts';
import { hasReference } from './store.ts';

/** Returns the `exists` check of routes with a row `:id`, scope included. */
export const existsIn =
  (resource: Resource) =>
  async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
    id.safeParse(params['id']).success &&
    (await hasReference(db, resource.table, '_id', params['id'] as string, {
      and: buildScopeConditions(resource, actor),
    }));
