import { Select } from '#platform/web/ui/input.tsx';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { type Column, parseSort } from './column.ts';
import { tableMessages } from './messages.ts';

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  defaultSort?: string | undefined;
  onSort(sort: string | undefined): void;
}

/** Sort menu for layouts without headers. */
export function SortChoice<Row>({ columns, sort, defaultSort, onSort }: SortChoiceProps<Row>) {
  const t = useMessages(tableMessages);
  const sortable = columns.flatMap(({ label, sort: field }) => (field ? [{ label, field }] : []));
  if (sortable.length === 0) return null;
  return (
    <Select
      aria-label={t.sort}
      className="w-full md:w-auto"
      value={sort ?? ''}
      onChange={(event) => onSort(event.currentTarget.value || undefined)}
    >
      <option value="">{formatDefaultSort(sortable, defaultSort, t) ?? t.defaultOrder}</option>
      {sortable.flatMap(({ label, field }) => [
        <option key={field} value={field}>
          {t.ascending(label)}
        </option>,
        <option key={`-${field}`} value={`-${field}`}>
          {t.descending(label)}
        </option>,
      ])}
    </Select>
  );
}

/** Returns the name of the default sort, `Default order (Name, ascending)`; null if it is not a column. */
function formatDefaultSort(
  sortable: readonly { label: string; field: string }[],
  defaultSort: string | undefined,
  t: Translation<(typeof tableMessages)['en']>,
): string | null {
  const defaultOrder = parseSort(defaultSort);
  const label = sortable.find(({ field }) => field === defaultOrder?.field)?.label;
  if (!defaultOrder || label === undefined) return null;
  return `${t.defaultOrder} (${defaultOrder.isDescending ? t.descending(label) : t.ascending(label)})`;
}
