import { useQueryClient } from '@tanstack/react-query';
import { renewResource, sendRow, versionOf } from '#src/collections/resource-writes.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { archiveRows } from '#src/collections/row-usage.ts';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { useAsksReview } from './reviews/use-asks-review.ts';
import { rowMessages } from './row-messages.ts';

/** Archives rows, or takes them back, with a way to undo it. True when it was done; else the person was told why not. */
export function useArchive(name: ResourceName) {
  const t = useMessages(rowMessages);
  const queryClient = useQueryClient();
  const resource = definitionOf(name);
  const isHeld = useAsksReview(name);

  async function change(rows: readonly ResourceRow[], isActive: boolean): Promise<boolean> {
    try {
      await archiveRows(
        resource,
        rows.map(({ _id }) => _id),
        isActive,
      );
      return true;
    } catch (error) {
      const at = error instanceof ApiError ? rows.find(({ _id }) => _id === error.details['id']) : undefined;
      const sentence = messageOf(error, t.failed);
      toastError(
        at && rows.length > 1 && !sentence.includes(at.name) ? t.refused(at.name, sentence) : sentence,
      );
      return false;
    } finally {
      renewResource(queryClient, resource);
    }
  }

  /** One row alone can wait for a look; several cannot. */
  async function propose(row: ResourceRow, isActive: boolean): Promise<boolean> {
    try {
      const options = { idempotencyKey: newUuid(), ifMatch: versionOf(row) };
      const done = await sendRow(resource, row._id, { isActive }, options);
      toast(done === null ? t.review.held(row.name) : (isActive ? t.restored : t.archived)(row.name));
      return true;
    } catch (error) {
      toastError(messageOf(error, t.failed));
      return false;
    } finally {
      renewResource(queryClient, resource);
      void queryClient.invalidateQueries({ queryKey: ['reviews_data'] });
    }
  }

  return async (rows: readonly ResourceRow[], isActive: boolean): Promise<boolean> => {
    const [only] = rows;
    if (isHeld && rows.length === 1 && only) return propose(only, isActive);
    if (!(await change(rows, isActive))) return false;
    const one = isActive ? t.restored : t.archived;
    const many = isActive ? t.restoredMany : t.archivedMany;
    toast(rows.length === 1 && only ? one(only.name) : many(rows.length), {
      undo: { label: t.undo, run: () => void change(rows, !isActive) },
    });
    return true;
  };
}
