import { useMessages } from '#platform/web/i18n/messages.ts';
import { type CollectionKey, getDefinition } from '../collections.ts';
import { resourceMessages } from './messages.ts';
import { rowMessages } from './row-messages.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { newRowId } from './row-address.ts';

/** Opens an empty form; hidden without permission. */
export function NewButton({ name }: { name: CollectionKey }) {
  const t = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  return useRights(getDefinition(name)).canCreate ? <NewLink label={t.create(one)} /> : null;
}

/** Opens an empty form at the URL of this list. */
export function NewLink({ label }: { label: string }) {
  return (
    <Button asChild variant="primary">
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, row: newRowId })}
        resetScroll={false}
      >
        <Plus aria-hidden="true" />
        {label}
      </Link>
    </Button>
  );
}
