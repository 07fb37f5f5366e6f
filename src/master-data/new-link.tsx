import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { newId } from './row-address.ts';

/** Opens an empty form at this list's own address. */
export function NewLink({ label }: { label: string }) {
  return (
    <Button asChild variant="primary">
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, row: newId })}
        resetScroll={false}
      >
        <Plus aria-hidden="true" />
        {label}
      </Link>
    </Button>
  );
}
