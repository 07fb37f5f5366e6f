import { canWrite } from '#domain/permissions.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { useUser } from './session.ts';

/** What the person may do with rows of a collection. What they may not is not shown. */
export function useRights({ collection }: Pick<Resource, 'collection'>) {
  const user = useUser();
  return {
    canCreate: canWrite(user, collection, 'canCreate'),
    canEdit: canWrite(user, collection, 'canEdit'),
    canDelete: canWrite(user, collection, 'canDelete'),
  };
}
