import { useQueryClient } from '@tanstack/react-query';
import { isReviewed } from '#core/reviews.ts';
import { invalidateResource } from './queries/resource-writes.ts';
import type { ResourceRow } from './queries/resources.ts';
import { refetchProposals } from '#modules/reviews/web/queries.ts';
import { archiveRows } from './queries/row-usage.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { rowMessages } from './row-messages.ts';

/**
 * Returns a function that archives or restores rows and offers an undo; if changes need approval, it submits
 * proposals instead. The function returns true on success; otherwise it has already shown the error.
 */
export function useArchive(name: CollectionKey) {
  const t = useMessages(rowMessages);
  const queryClient = useQueryClient();
  const resource = getDefinition(name);

  async function change(
    rows: readonly ResourceRow[],
    isActive: boolean,
  ): Promise<'done' | 'proposed' | null> {
    try {
      const ids = rows.map(({ _id }) => _id);
      return (await archiveRows(resource, ids, isActive)) ? 'proposed' : 'done';
    } catch (error) {
      const failedRow =
        error instanceof ApiError ? rows.find(({ _id }) => _id === error.details['id']) : undefined;
      const message = getErrorMessage(error, t.failed);
      toastError(
        failedRow && rows.length > 1 && !message.includes(failedRow.name)
          ? t.refused(failedRow.name, message)
          : message,
      );
      return null;
    } finally {
      invalidateResource(queryClient, resource);
      if (isReviewed(name)) void refetchProposals(queryClient);
    }
  }

  /** A withdrawn proposal needs its own message, because its withdrawal isn't visible anywhere else. */
  async function undo(rows: readonly ResourceRow[], wasActive: boolean, isProposed: boolean): Promise<void> {
    if ((await change(rows, wasActive)) !== null && isProposed) toast(t.review.withdrawn);
  }

  return async (rows: readonly ResourceRow[], isActive: boolean): Promise<boolean> => {
    const outcome = await change(rows, isActive);
    if (outcome === null) return false;
    const isProposed = outcome === 'proposed';
    const message = isProposed ? t.review.sentForReview : isActive ? t.restored : t.archived;
    const many = isProposed ? t.review.sentManyForReview : isActive ? t.restoredMany : t.archivedMany;
    const [singleRow] = rows;
    toast(rows.length === 1 && singleRow ? message(singleRow.name) : many(rows.length), {
      undo: { label: t.undo, run: () => void undo(rows, !isActive, isProposed) },
    });
    return true;
  };
}
