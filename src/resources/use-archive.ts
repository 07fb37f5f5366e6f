import { useQueryClient } from '@tanstack/react-query';
import { renewResource } from '#src/collections/resource-writes.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { archiveRows } from '#src/collections/row-usage.ts';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { rowMessages } from './row-messages.ts';

/** Archives rows, or takes them back, with a way to undo it. True when it was done; else the person was told why not. */
export function useArchive(name: ResourceName) {
  const t = useMessages(rowMessages);
  const queryClient = useQueryClient();
  const resource = definitionOf(name);

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

  return async (rows: readonly ResourceRow[], isActive: boolean): Promise<boolean> => {
    if (!(await change(rows, isActive))) return false;
    const [first] = rows;
    const one = isActive ? t.restored : t.archived;
    const many = isActive ? t.restoredMany : t.archivedMany;
    toast(rows.length === 1 && first ? one(first.name) : many(rows.length), {
      undo: { label: t.undo, run: () => void change(rows, !isActive) },
    });
    return true;
  };
}
