import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { resourceMessages } from './messages.ts';
import { newId } from './row-address.ts';
import { rowMessages } from './row-messages.ts';
import { useRights } from './use-rights.ts';

/** Opens an empty form; not there for whoever may not make rows. */
export function NewButton({ name }: { name: ResourceName }) {
  const t = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  if (!useRights(definitionOf(name)).canCreate) return null;
  return (
    <Button asChild variant="primary">
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, row: newId })}
        resetScroll={false}
      >
        <Plus aria-hidden="true" />
        {t.create(one)}
      </Link>
    </Button>
  );
}
