import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getNextSort, parseSort } from './column.ts';
import { tableMessages } from './messages.ts';

interface SortHeadProps {
  label: string;
  /** The column's name in the API; undefined if it isn't sortable. */
  field: string | undefined;
  sort: string | undefined;
  /** Default sort, active until a different one is chosen. */
  defaultSort?: string | undefined;
  onSort(sort: string | undefined): void;
  isNumeric: boolean;
  className?: string | undefined;
}

/** Header of a column. */
export function SortHead({ label, field, sort, defaultSort, onSort, isNumeric, className }: SortHeadProps) {
  const t = useMessages(tableMessages);
  const headClass =
    'h-9 whitespace-nowrap border-b bg-card font-medium text-muted-foreground text-xs touch:h-11';
  if (field === undefined) {
    return (
      <th
        scope="col"
        className={cn(
          headClass,
          'px-2 xl:max-2xl:px-1.5 rtl:xl:max-2xl:px-1 2xl:px-3',
          isNumeric ? 'text-right' : 'text-start',
          className,
        )}
      >
        {label}
      </th>
    );
  }
  const current = parseSort(sort ?? defaultSort);
  const isActive = current?.field === field;
  const isDefault = isActive && sort === undefined;
  const Icon = current?.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isActive ? (current.isDescending ? 'descending' : 'ascending') : 'none'}
      className={cn(headClass, 'p-0', className)}
    >
      <button
        type="button"
        title={isDefault ? t.sortedByDefault(label) : t.sortBy(label)}
        onClick={() => onSort(getNextSort(sort, field, defaultSort))}
        className={cn(
          'size-full truncate px-2 xl:max-2xl:px-1.5 rtl:xl:max-2xl:px-1 2xl:px-3 -outline-offset-2 hover:text-foreground',
          isNumeric ? 'text-right' : 'text-start',
          isActive && !isDefault && 'text-foreground',
        )}
      >
        {/* The icon is on the side of the label where it doesn't shift the text. */}
        {isActive && isNumeric ? <Icon className="me-1 inline size-3" aria-hidden="true" /> : null}
        {label}
        {isActive && !isNumeric ? <Icon className="ms-1 inline size-3" aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
