import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteRow, removeCachedRow } from './queries/resource-writes.ts';
import type { ResourceRow } from './queries/resources.ts';
import { refetchProposals } from '#modules/reviews/web/queries.ts';
import { rowUsageQuery } from './queries/row-usage.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { useRequiresReview } from './review/use-requires-review.ts';
import { rowMessages } from './row-messages.ts';
import { UsageList } from './usage-list.tsx';
import { useArchive } from './use-archive.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface DeleteDialogProps {
  name: CollectionKey;
  row: ResourceRow;
  onClose(): void;
  /** Called when the row no longer exists. */
  onDeleted(): void;
}

/** Dialog that deletes an unused row. If the row is in use, shows where and offers to archive it. */
export function DeleteDialog({ name, row, onClose, onDeleted }: DeleteDialogProps) {
  const t = useMessages(rowMessages);
  const resource = getDefinition(name);
  const queryClient = useQueryClient();
  const rights = useRights(resource);
  const archive = useArchive(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const usage = useQuery({ ...rowUsageQuery(resource, row._id), staleTime: 0 });
  // If the usage can't be loaded, deletion is attempted and the server decides.
  const blocking = (usage.data ?? []).filter(({ blocks }) => blocks);
  const isUsed = blocking.length > 0;
  const needsReview = useRequiresReview(name);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      if ((await deleteRow(resource, row)) === 'proposed') {
        toast(t.sentForReview(row.name));
        void refetchProposals(queryClient);
        onClose();
        return;
      }
      toast(t.deleted(row.name));
      onDeleted();
      removeCachedRow(queryClient, resource, row._id);
    } catch (error) {
      setProblem(getErrorMessage(error, t.failed));
      void usage.refetch();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={isUsed ? t.deleteQuestion.used(row.name) : t.deleteQuestion.title(row.name)}
        description={
          isUsed ? t.deleteQuestion.usedText : needsReview ? t.review.deletion : t.deleteQuestion.text
        }
        footer={
          <>
            <Button onClick={onClose}>{t.deleteQuestion.cancel}</Button>
            {isUsed ? (
              rights.canEdit && row.isActive ? (
                <Button
                  variant="primary"
                  onClick={() => void archive([row], false).then((isDone) => isDone && onClose())}
                >
                  {needsReview ? t.review.archive : t.archive}
                </Button>
              ) : null
            ) : (
              <Button
                variant="destructive"
                disabled={isBusy || usage.isFetching}
                onClick={() => void remove()}
              >
                {needsReview ? t.review.send : t.remove}
              </Button>
            )}
          </>
        }
      >
        {problem ? (
          <p role="alert" className="pb-2 text-destructive text-sm">
            {problem}
          </p>
        ) : null}
        {usage.isPending ? (
          <SkeletonRows label={t.deleteQuestion.checking} rows={2} />
        ) : isUsed ? (
          <UsageList id={row._id} uses={blocking} />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
