import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { tableMessages } from './messages.ts';

interface BulkBarProps {
  count: number;
  /** Label; by default the number of selected rows. */
  label?: string;
  onClear(): void;
  /** Bulk actions, the primary one last. */
  children?: ReactNode;
}

/** Bar at the bottom of a list, shown while rows are selected. */
export function BulkBar({ count, label, onClear, children }: BulkBarProps) {
  const t = useMessages(tableMessages);
  if (count === 0) return null;
  const text = label ?? t.selected(count);
  return (
    <div
      role="region"
      aria-label={text}
      data-foot-bar
      className="sticky bottom-3 z-20 mt-2 flex flex-wrap items-center gap-2 rounded-lg border bg-popover p-2 ps-4 shadow-float"
    >
      <p className="flex-1 text-sm" role="status">
        {text}
      </p>
      <Button variant="ghost" onClick={onClear}>
        {t.clearSelection}
      </Button>
      {children}
    </div>
  );
}
