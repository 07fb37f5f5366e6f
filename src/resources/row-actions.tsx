import { Pencil } from 'lucide-react';
import type { ResourceRow } from '#src/collections/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { useRowAddress } from './row-address.ts';
import { rowMessages } from './row-messages.ts';
import { useRights } from './use-rights.ts';

interface RowActionsProps {
  name: ResourceName;
  row: ResourceRow;
  /** The row is not there any more. */
  onGone(): void;
}

/** What the person may do with an open row; the one they came for last. */
export function RowActions({ name, row }: RowActionsProps) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  const rights = useRights(definitionOf(name));
  return (
    <>
      {rights.canEdit ? (
        <Button variant="primary" onClick={() => void address.go({ row: row._id, edit: true })}>
          <Pencil aria-hidden="true" />
          {t.edit}
        </Button>
      ) : null}
    </>
  );
}
