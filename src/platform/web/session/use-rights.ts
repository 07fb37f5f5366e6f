import { canWrite } from '#core/permissions.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { useUser } from './session.ts';

/** Returns the user's permissions for rows of a collection; actions that are not permitted are hidden. */
export function useRights({ collection }: Pick<Resource, 'collection'>) {
  const user = useUser();
  return {
    canCreate: canWrite(user, collection, 'canCreate'),
    canEdit: canWrite(user, collection, 'canEdit'),
    canDelete: canWrite(user, collection, 'canDelete'),
  };
}
