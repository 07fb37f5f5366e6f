import { useNavigate } from '@tanstack/react-router';
import { items } from '#contract/items.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { SecondaryAction } from '#src/components/layout/actions.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { rowMessages } from '#src/master-data/row-messages.ts';
import { useArchive } from '#src/master-data/use-archive.ts';
import { useRights } from '#src/lib/session/use-rights.ts';

/** Actions on the whole item. */
export function ItemActions({ row, onDelete }: { row: ResourceRow; onDelete(): void }) {
  const t = useMessages(rowMessages);
  const rights = useRights(items);
  const archive = useArchive('items');
  const navigate = useNavigate();
  return (
    <>
      {rights.canDelete ? (
        <SecondaryAction variant="ghost" onSelect={onDelete}>
          {t.remove}
        </SecondaryAction>
      ) : null}
      {rights.canEdit ? (
        <SecondaryAction onSelect={() => void archive([row], !row.isActive)}>
          {row.isActive ? t.archive : t.restore}
        </SecondaryAction>
      ) : null}
      {rights.canCreate ? (
        <SecondaryAction
          onSelect={() =>
            void navigate({
              to: '/procurements/creation/items-creation',
              search: { row: 'new', from: row._id },
            })
          }
        >
          {t.duplicate}
        </SecondaryAction>
      ) : null}
    </>
  );
}
