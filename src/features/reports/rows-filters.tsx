import { useQuery } from '@tanstack/react-query';
import { isOwnPlace } from '#domain/permissions.ts';
import type { RowsShape } from '#domain/reports/shape-types.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { FilterBar } from '#src/components/data-table/filter-bar.tsx';
import type { useListView } from '#src/components/data-table/use-list-view.ts';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useUser } from '#src/lib/session/session.ts';
import type { rowsParams } from './question.ts';
import { useReportWords } from './words.ts';

type Params = ReturnType<typeof rowsParams>;
type View = ReturnType<
  typeof useListView<
    | 'from'
    | 'to'
    | 'day'
    | 'within'
    | 'branch'
    | 'category'
    | 'item'
    | 'supplier'
    | 'by'
    | 'basis'
    | 'kind'
    | 'hide'
  >
>;

/** What a report of rows can be asked, each where the report takes it. */
export function RowsFilters({ shape, params, view }: { shape: RowsShape; params: Params; view: View }) {
  const t = useReportWords();
  const user = useUser();
  const takes = (name: RowsShape['params'][number]) => shape.params.includes(name);
  const branches = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnPlace(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const categories = useQuery(itemCategoriesQuery()).data ?? [];
  const choice = (
    key: 'branch' | 'category',
    label: string,
    all: string,
    rows: { _id: string; name: string }[],
  ) => (takes(key) ? [{ key, label, all, choices: rows.map(({ _id, name }) => ({ id: _id, name })) }] : []);
  const pick = (key: 'by' | 'basis', label: string, words: Readonly<Record<string, string>>) => (
    <Select
      aria-label={label}
      className="w-auto"
      value={params[key] ?? Object.keys(words)[0]}
      onChange={(event) => view.set({ [key]: event.currentTarget.value })}
    >
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
  return (
    <FilterBar
      view={view}
      filters={[
        ...choice('branch', t.branch, t.allBranches, branches),
        ...choice('category', t.category, t.allCategories, categories),
      ]}
      more={
        <>
          {takes('days') ? (
            <DateRange
              view={{ ...view, filters: { from: params.from ?? '', to: params.to ?? '' } }}
              label={t.days}
              fromLabel={t.from}
              toLabel={t.to}
            />
          ) : null}
          {takes('day') ? (
            <DateInput
              className="w-36"
              aria-label={t.columns.day}
              value={params.day ?? ''}
              onChange={(event) => view.set({ day: event.currentTarget.value || undefined })}
            />
          ) : null}
          {takes('within') ? (
            <label className="flex items-center gap-2 text-muted-foreground text-sm">
              {t.within}
              <Select
                className="w-auto"
                value={params.within ?? '7'}
                onChange={(event) => view.set({ within: event.currentTarget.value })}
              >
                {['0', '3', '7', '14', '30', '90'].map((days) => (
                  <option key={days}>{days}</option>
                ))}
              </Select>
            </label>
          ) : null}
          {takes('by') ? pick('by', t.asKnown, t.knownBy) : null}
          {takes('basis') ? pick('basis', t.byPrices, t.bases) : null}
        </>
      }
    />
  );
}
