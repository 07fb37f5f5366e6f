import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '#platform/web/ui/dropdown-menu.tsx';
import { formatCount, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { CollectProgress } from './collect-rows.ts';
import { type Column, visibleColumns } from './column.ts';
import { type Density, setColumnChoice, setDensity, useColumnChoice, useDensity } from './device-settings.ts';
import { tableMenuMessages } from './menu-messages.ts';
import type { FileKind } from './save-rows.ts';

const densities = ['auto', 'compact', 'comfortable'] as const;

/** Menu of the list's columns and row height; it stays open while columns are chosen. */
export function ViewChoices<Row>({ list, columns }: { list: string; columns: readonly Column<Row>[] }) {
  const t = useMessages(tableMenuMessages);
  const choice = useColumnChoice(list);
  const density = useDensity();
  const visible = new Set(visibleColumns(columns, choice).map(({ key }) => key));
  const isChosen = Object.keys(choice).length > 0;
  return (
    <DropdownMenuContent
      align="end"
      // In a low window the menu scrolls, so it must be focusable.
      tabIndex={0}
      className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
    >
      <DropdownMenuLabel>{t.columns}</DropdownMenuLabel>
      {columns.slice(1).map(({ key, label }) => (
        <DropdownMenuCheckboxItem
          key={key}
          checked={visible.has(key)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(isOn) => setColumnChoice(list, { ...choice, [key]: isOn })}
        >
          {label}
        </DropdownMenuCheckboxItem>
      ))}
      <DropdownMenuItem disabled={!isChosen} className="ps-8" onSelect={() => setColumnChoice(list, {})}>
        {t.resetColumns}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t.density}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={density ?? 'auto'}
        onValueChange={(value) => setDensity(value === 'auto' ? null : (value as Density))}
      >
        {densities.map((option) => (
          <DropdownMenuRadioItem key={option} value={option}>
            {t.densities[option]}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </DropdownMenuContent>
  );
}

const kinds = ['csv', 'xlsx'] as const;

/** File formats of an export. */
export function ExportChoices({ onSave }: { onSave(kind: FileKind): void }) {
  const t = useMessages(tableMenuMessages);
  return (
    <DropdownMenuContent align="end">
      <DropdownMenuLabel>{t.allFiltered}</DropdownMenuLabel>
      {kinds.map((kind) => (
        <DropdownMenuItem key={kind} onSelect={() => onSave(kind)}>
          {t[kind]}
        </DropdownMenuItem>
      ))}
    </DropdownMenuContent>
  );
}

/** Progress of an export, with a cancel button. */
export function CollectProgressBar({ progress, onCancel }: { progress: CollectProgress; onCancel(): void }) {
  const t = useMessages(tableMenuMessages);
  const { loadedRows, total } = progress;
  const share = total ? Math.min(1, loadedRows / total) : null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 rounded-md border bg-card px-3 py-2 text-sm">
      <p role="status" className="tabular-nums">
        {total === null
          ? t.collected(formatCount(loadedRows))
          : t.collecting(formatCount(loadedRows), formatCount(total))}
        {share === null ? '' : ` · ${formatPercent(share)}`}
      </p>
      <progress
        aria-label={t.progress}
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
