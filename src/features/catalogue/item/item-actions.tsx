import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { items } from '#contract/items.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DeleteDialog } from '#src/resources/delete-dialog.tsx';
import { rowMessages } from '#src/resources/row-messages.ts';
import { useArchive } from '#src/resources/use-archive.ts';
import { useRights } from '#src/resources/use-rights.ts';

/** What can be done with the item as a whole. */
export function ItemActions({ row }: { row: ResourceRow }) {
  const t = useMessages(rowMessages);
  const rights = useRights(items);
  const archive = useArchive('items');
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const goToList = (search: { row?: string; from?: string }) =>
    void navigate({ to: '/procurements/creation/items-creation', search });
  return (
    <>
      {rights.canDelete ? (
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          {t.remove}
        </Button>
      ) : null}
      {rights.canEdit ? (
        <Button onClick={() => void archive([row], !row.isActive)}>
          {row.isActive ? t.archive : t.restore}
        </Button>
      ) : null}
      {rights.canCreate ? (
        <Button onClick={() => goToList({ row: 'new', from: row._id })}>{t.duplicate}</Button>
      ) : null}
      {isDeleting ? (
        <DeleteDialog name="items" row={row} onClose={() => setDeleting(false)} onGone={() => goToList({})} />
      ) : null}
    </>
  );
}
