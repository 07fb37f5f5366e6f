import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ResourceRow } from './queries/resources.ts';
import { Actions, SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OpenPageButton } from './open-page-button.tsx';
import { useRequiresReview } from './review/use-requires-review.ts';
import { newRowId, useRowAddress } from './row-address.ts';
import { rowMessages } from './row-messages.ts';
import { useArchive } from './use-archive.ts';
import { useRights } from '#platform/web/session/use-rights.ts';

interface RowActionsProps {
  name: CollectionKey;
  row: ResourceRow;
  /** Additional actions of this list. */
  additionalActions?: ReactNode;
  /** Called when the row no longer exists. */
  onDeleted(): void;
}

/** Actions of an open row, the primary one last. */
export function RowActions({ name, row, additionalActions, onDeleted }: RowActionsProps) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  const rights = useRights(getDefinition(name));
  const archive = useArchive(name);
  const needsReview = useRequiresReview(name);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <OpenPageButton id={row._id} />
      {additionalActions}
      <Actions
        side="top"
        secondaryActions={
          <>
            {rights.canDelete ? (
              <SecondaryAction variant="ghost" onSelect={() => setDeleting(true)}>
                {t.remove}
              </SecondaryAction>
            ) : null}
            {rights.canCreate ? (
              <SecondaryAction
                variant="ghost"
                onSelect={() => void address.go({ row: newRowId, from: row._id })}
              >
                {t.duplicate}
              </SecondaryAction>
            ) : null}
            {rights.canEdit ? (
              <SecondaryAction onSelect={() => void archive([row], !row.isActive)}>
                {needsReview
                  ? row.isActive
                    ? t.review.archive
                    : t.review.restore
                  : row.isActive
                    ? t.archive
                    : t.restore}
              </SecondaryAction>
            ) : null}
          </>
        }
      >
        {rights.canEdit ? (
          <Button variant="primary" onClick={() => void address.go({ row: row._id, edit: true })}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </Button>
        ) : null}
      </Actions>
      {isDeleting ? (
        <DeleteDialog name={name} row={row} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  );
}
