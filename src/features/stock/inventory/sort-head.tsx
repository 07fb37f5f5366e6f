import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { readSort, type SortField } from './filter-stock.ts';
import { stockMessages } from './messages.ts';

interface SortHeadProps {
  field: SortField;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  isEndAligned: boolean;
  className?: string;
}

/** A column's head: once sorts up, twice down, thrice back to walk order. */
export function SortHead({ field, sort, onSort, isEndAligned, className }: SortHeadProps) {
  const t = useMessages(stockMessages);
  const current = readSort(sort);
  const isHere = current?.field === field;
  const Icon = current?.isDown ? ArrowDown : ArrowUp;
  const next = !isHere ? field : current.isDown ? undefined : `-${field}`;
  return (
    <th
      scope="col"
      aria-sort={isHere ? (current.isDown ? 'descending' : 'ascending') : 'none'}
      className={cn('h-9 border-b p-0 touch:h-11 first:ps-1 last:pe-1', className)}
    >
      <button
        type="button"
        title={t.sortBy(t.columns[field])}
        onClick={() => onSort(next)}
        className={cn(
          'size-full truncate px-2 text-start font-medium text-muted-foreground text-xs hover:text-foreground [&_svg]:inline',
          isEndAligned && 'text-right',
          isHere && 'text-foreground',
        )}
      >
        {t.columns[field]} {isHere ? <Icon className="size-3" aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
