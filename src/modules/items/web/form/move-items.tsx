import { Suspense, useState } from 'react';
import { maxBulkItems } from '#platform/shapes/limits.ts';
import { canWrite } from '#core/permissions.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { ListExtras } from '#modules/master-data/web/collection-screen.ts';
import { mergeAndMoveMessages } from '#modules/master-data/web/merge-and-move/messages.ts';

const MoveDialog = lazyView(
  async () => (await import('#modules/master-data/web/merge-and-move/dialogs.tsx')).MoveDialog,
);

interface MoveItemsProps {
  rows: readonly ResourceRow[];
  /** Called after the items are moved. */
  onMoved(): void;
}

/** Button that moves the selected items to another sub-category; hidden if the user may not change items. */
function MoveItems({ rows, onMoved }: MoveItemsProps) {
  const t = useMessages(mergeAndMoveMessages).move;
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!canWrite(user, 'items', 'canEdit')) return null;
  return (
    <>
      <GuardedButton
        variant="primary"
        disabledReason={rows.length > maxBulkItems ? t.tooMany(maxBulkItems) : null}
        onClick={() => setOpen(true)}
      >
        {t.action}
      </GuardedButton>
      {isOpen ? (
        <Suspense>
          <MoveDialog rows={rows} onMoved={onMoved} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export const moveItemsExtras: ListExtras = {
  bulk: (rows, clear) => <MoveItems rows={rows} onMoved={clear} />,
};
