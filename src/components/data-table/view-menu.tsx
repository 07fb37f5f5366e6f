import { SlidersHorizontal } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type Column, visibleColumns } from './column.ts';
import { type Density, setColumnChoice, setDensity, useColumnChoice, useDensity } from './device-settings.ts';
import { tableMessages } from './messages.ts';

interface ViewMenuProps<Row> {
  /** Under this name the choice is remembered. */
  list: string;
  columns: readonly Column<Row>[];
}

const densities = ['auto', 'compact', 'comfortable'] as const;

/** Which columns a list shows, and how high all rows are; remembered on this device. */
export function ViewMenu<Row>({ list, columns }: ViewMenuProps<Row>) {
  const t = useMessages(tableMessages);
  const choice = useColumnChoice(list);
  const density = useDensity();
  const visible = new Set(visibleColumns(columns, choice).map(({ key }) => key));
  const isChosen = Object.keys(choice).length > 0;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <SlidersHorizontal aria-hidden="true" />
          {t.view}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
      >
        <DropdownMenuLabel>{t.columns}</DropdownMenuLabel>
        {columns.slice(1).map(({ key, label }) => (
          <DropdownMenuCheckboxItem
            key={key}
            checked={visible.has(key)}
            // The menu stays open: columns are chosen several at a time.
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
          {densities.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {t.densities[each]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
