import { useNavigate } from '@tanstack/react-router';
import { items } from '#modules/items/collection.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { rowMessages } from '#modules/master-data/web/row-messages.ts';
import { useArchive } from '#modules/master-data/web/use-archive.ts';
import { useRights } from '#platform/web/session/use-rights.ts';

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
