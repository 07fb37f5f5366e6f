import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ResourceRow } from '#src/collections/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OpenPageButton } from './open-page-button.tsx';
import { useAsksReview } from './reviews/use-asks-review.ts';
import { newId, useRowAddress } from './row-address.ts';
import { rowMessages } from './row-messages.ts';
import { useArchive } from './use-archive.ts';
import { useRights } from './use-rights.ts';

interface RowActionsProps {
  name: ResourceName;
  row: ResourceRow;
  /** What this list offers besides. */
  more?: ReactNode;
  /** The row is not there any more. */
  onGone(): void;
}

/** What the person may do with an open row; what they came for last. */
export function RowActions({ name, row, more, onGone }: RowActionsProps) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  const rights = useRights(definitionOf(name));
  const archive = useArchive(name);
  const isHeld = useAsksReview(name);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <OpenPageButton id={row._id} />
      {more}
      {rights.canDelete ? (
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          {t.remove}
        </Button>
      ) : null}
      {rights.canCreate ? (
        <Button variant="ghost" onClick={() => void address.go({ row: newId, from: row._id })}>
          {t.duplicate}
        </Button>
      ) : null}
      {rights.canEdit ? (
        <>
          <Button onClick={() => void archive([row], !row.isActive)}>
            {isHeld
              ? row.isActive
                ? t.review.archive
                : t.review.restore
              : row.isActive
                ? t.archive
                : t.restore}
          </Button>
          <Button variant="primary" onClick={() => void address.go({ row: row._id, edit: true })}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </Button>
        </>
      ) : null}
      {isDeleting ? (
        <DeleteDialog name={name} row={row} onClose={() => setDeleting(false)} onGone={onGone} />
      ) : null}
    </>
  );
}
