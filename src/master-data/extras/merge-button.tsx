import { Combine } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { definitionOf } from '#contract/resources/index.ts';
import { useRights } from '#src/lib/session/use-rights.ts';
import { extrasMessages } from './messages.ts';

/** The collections whose rows can be merged. */
export type Mergeable = 'sub-categories' | 'item-categories' | 'purchase-categories';

const MergeDialog = lazyView(async () => (await import('./merge-dialog.tsx')).MergeDialog);

interface MergeButtonProps {
  name: Mergeable;
  row: ResourceRow;
  /** What probably takes it over. */
  into?: string;
  label?: string;
}

/** Moves everything of a row to another one; not there for who may not change the collection. */
export function MergeButton({ name, row, into, label }: MergeButtonProps) {
  const t = useMessages(extrasMessages).merge;
  const { canEdit } = useRights(definitionOf(name));
  const [isOpen, setOpen] = useState(false);
  if (!canEdit || !row.isActive) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Combine aria-hidden="true" />
        {label ?? t.action}
      </Button>
      {isOpen ? (
        <Suspense>
          <MergeDialog name={name} row={row} into={into ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
