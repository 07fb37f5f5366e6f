import { Download } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { formatCount, formatPercent } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Progress } from './collect-rows.ts';
import { tableMessages } from './messages.ts';
import type { FileKind } from './save-rows.ts';

interface ExportMenuProps {
  isBusy: boolean;
  onSave(kind: FileKind): void;
}

const kinds = ['csv', 'xlsx'] as const;

/** Saves all filtered rows, not the page. */
export function ExportMenu({ isBusy, onSave }: ExportMenuProps) {
  const t = useMessages(tableMessages).export;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button disabled={isBusy}>
          <Download aria-hidden="true" />
          {t.label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>{t.hint}</DropdownMenuLabel>
        {kinds.map((kind) => (
          <DropdownMenuItem key={kind} onSelect={() => onSave(kind)}>
            {t[kind]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** How far the collecting of rows has come, with a way out. */
export function ExportProgress({ progress, onCancel }: { progress: Progress; onCancel(): void }) {
  const t = useMessages(tableMessages).export;
  const { done, total } = progress;
  const share = total ? Math.min(1, done / total) : null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 rounded-md border bg-card px-3 py-2 text-sm">
      <p role="status" className="tabular-nums">
        {total === null
          ? t.collected(formatCount(done))
          : t.collecting(formatCount(done), formatCount(total))}
        {share === null ? '' : ` · ${formatPercent(share)}`}
      </p>
      <progress
        aria-label={t.label}
        className="h-1.5 min-w-24 flex-1 accent-primary"
        max={1}
        {...(share === null ? {} : { value: share })}
      />
      <Button size="sm" onClick={onCancel}>
        {t.cancel}
      </Button>
    </div>
  );
}
