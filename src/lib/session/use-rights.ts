import { mayWrite } from '#domain/permissions.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { useUser } from './session.ts';

/** What the person may do with rows of a collection. What they may not is not shown. */
export function useRights({ collection }: Pick<Resource, 'collection'>) {
  const user = useUser();
  return {
    canCreate: mayWrite(user, collection, 'canCreate'),
    canEdit: mayWrite(user, collection, 'canEdit'),
    canDelete: mayWrite(user, collection, 'canDelete'),
  };
}
