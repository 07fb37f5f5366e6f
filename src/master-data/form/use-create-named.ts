import { useQueryClient } from '@tanstack/react-query';
import { type Collection, mayWrite } from '#domain/permissions.ts';
import { renewRow, sendRow } from '#src/collections/master-data/resource-writes.ts';
import { namesQuery } from '#src/collections/master-data/names.ts';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { definitions, definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import { formTexts } from './messages.ts';

/**
 * Makes a row of a collection whose rows need a name and nothing else (a category, a brand, a department) from where it
 * is chosen, and chooses it. Undefined for all others, and for who may not make one.
 */
export function useCreateNamed(
  collection: Collection,
  onMade: (id: string) => void,
): ((name: string) => void) | undefined {
  const t = useMessages(formTexts);
  const user = useUser();
  const queryClient = useQueryClient();
  if (!isNameEnough(collection) || !mayWrite(user, collection, 'canCreate')) return undefined;
  const resource = definitionOf(collection);
  return (name) => {
    const options = { idempotencyKey: newUuid(), ifMatch: null };
    sendRow(resource, null, { name }, options).then(
      async (row) => {
        if (row === null) return toast(t.createHeld(name));
        renewRow(queryClient, resource, row);
        // The list that the choice is looked up in has the row before it is chosen.
        await queryClient.refetchQueries({ queryKey: namesQuery(collection).queryKey });
        onMade(row._id);
        toast(t.created(row.name));
      },
      (error: unknown) => toastError(messageOf(error, t.createFailed(name))),
    );
  };
}

/** Whether a form of the collection asks for nothing but a name. */
function isNameEnough(collection: Collection): collection is CollectionKey {
  if (!(collection in definitions)) return false;
  const { allFields } = definitionOf(collection as CollectionKey);
  const required = Object.entries(allFields).filter(([, field]) => field.isRequired);
  return required.length === 1 && required[0]?.[0] === 'name';
}
