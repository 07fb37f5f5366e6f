import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Column } from './column.ts';
import { tableMessages } from './messages.ts';

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/** Sorting where there are no heads to press. */
export function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const t = useMessages(tableMessages);
  const sortable = columns.flatMap(({ label, sort: field }) => (field ? [{ label, field }] : []));
  if (sortable.length === 0) return null;
  return (
    <Select
      aria-label={t.sort}
      className="w-full"
      value={sort ?? ''}
      onChange={(event) => onSort(event.currentTarget.value || undefined)}
    >
      <option value="">{t.asItComes}</option>
      {sortable.flatMap(({ label, field }) => [
        <option key={field} value={field}>
          {t.upwards(label)}
        </option>,
        <option key={`-${field}`} value={`-${field}`}>
          {t.downwards(label)}
        </option>,
      ])}
    </Select>
  );
}
