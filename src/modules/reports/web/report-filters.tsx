import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Collection } from '#core/permissions.ts';
import { periods } from '../periods.ts';
import { canFilterByLocation, getReportParams } from '../report-shapes.ts';
import type { ReportParam, ReportShape } from '#platform/reports/shape-types.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { itemCategoriesQuery } from '#modules/item-categories/web/queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { ReportResponse } from '../shapes.ts';
import type { ReportParams } from './queries/reports.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { FilterBar, type FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import { type ListView, useListView } from '#platform/web/data-table/use-list-view.ts';
import { ReferenceBox } from '#platform/web/form/reference-field.tsx';
import { ledgerMessages } from '#modules/stock-ledger/web/messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
import { useUser } from '#platform/web/session/session.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { getAddressPeriod, type ReportAddress, defaultPeriods } from './report-address.ts';
import { useReportLabels } from './report-labels.ts';

const filterKeys = [
  'period',
  'from',
  'to',
  'day',
  'within',
  'branch',
  'category',
  'item',
  'supplier',
  'reason',
  'weekday',
  'kind',
  'basis',
] as const;
type FilterKey = (typeof filterKeys)[number];

/** Filters in the URL of a report. Grouping and column selection are not filters. */
export const useReportFilters = (): ListView<FilterKey> => useListView(filterKeys);

interface ReportFiltersProps {
  shape: ReportShape;
  address: ReportAddress;
  /** Query parameters with resolved days. */
  params: ReportParams;
  report: ReportResponse | undefined;
  view: ListView<FilterKey>;
}

/** Filter controls that the report supports; printed as text. */
export function ReportFilters({ shape, address, params, report, view }: ReportFiltersProps) {
  const t = useReportLabels();
  const hasParam = (name: ReportParam) => getReportParams(shape).includes(name);
  const choices = useFilterChoices(shape, params);
  const period = getAddressPeriod(shape, address);
  const choiceSelect = (key: 'by' | 'basis', label: string, options: Readonly<Record<string, string>>) => (
    <Select
      aria-label={label}
      className="w-auto"
      value={params[key] ?? Object.keys(options)[0]}
      onChange={(event) => (view as ListView<'by' | 'basis'>).set({ [key]: event.currentTarget.value })}
    >
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
  return (
    <>
      <FilterBar
        view={view}
        filters={choices}
        wraps
        more={
          <>
            {hasParam('supplier') ? (
              <RowFilter
                collection="suppliers"
                label={t.supplier}
                none={t.allSuppliers}
                value={params.supplier}
                onChange={(supplier) => view.set({ supplier })}
              />
            ) : null}
            {hasParam('item') ? (
              <RowFilter
                collection="items"
                label={t.item}
                none={t.allItems}
                value={params.item}
                selectedName={report?.itemName ?? null}
                onChange={(item) => view.set({ item })}
              />
            ) : null}
            {hasParam('days') || hasParam('day') ? (
              <Select
                aria-label={t.period}
                className="w-auto max-sm:w-full"
                value={period ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  view.set({
                    period: value === defaultPeriods[hasParam('days') ? 'days' : 'day'] ? undefined : value,
                    from: undefined,
                    to: undefined,
                    day: undefined,
                  })
                }
              >
                {period === null ? <option value="">{t.chosenDays}</option> : null}
                {periods
                  // A single-day report only uses the end of a period.
                  .filter((candidate) => hasParam('days') || !/^(?:last-\d|this-)/.test(candidate))
                  .map((option) => (
                    <option key={option} value={option}>
                      {hasParam('days') ? t.periods[option] : (t.ends[option] ?? t.periods[option])}
                    </option>
                  ))}
              </Select>
            ) : null}
            {hasParam('days') ? (
              <DateRange
                // Manually entered days are stored explicitly, so that they don't move with the calendar.
                view={{
                  ...view,
                  filters: { from: params.from ?? '', to: params.to ?? '' },
                  set: (days) => view.set({ period: undefined, from: params.from, to: params.to, ...days }),
                }}
                label={t.days}
                fromLabel={t.from}
                toLabel={t.to}
              />
            ) : null}
            {hasParam('day') ? (
              <DateInput
                className="w-36"
                aria-label={t.columns.day}
                value={params.day ?? ''}
                onChange={(event) =>
                  view.set({ period: undefined, day: event.currentTarget.value || undefined })
                }
              />
            ) : null}
            {hasParam('within') ? (
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
            {shape.kind === 'rows' && hasParam('by') ? choiceSelect('by', t.dateBasis, t.dateBases) : null}
            {hasParam('basis') ? choiceSelect('basis', t.costBasis, t.costBases) : null}
            {shape.kind === 'grouped' ? (
              <label className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full">
                <span className="shrink-0">{t.by}</span>
                <Select
                  className="w-auto"
                  value={params.by ?? shape.dimensions[0]}
                  onChange={({ currentTarget: { value } }) =>
                    (view as ListView<'by'>).set({ by: value, sort: undefined })
                  }
                >
                  {shape.dimensions.map((dimension) => (
                    <option key={dimension} value={dimension}>
                      {t.dimensions[dimension]}
                    </option>
                  ))}
                </Select>
              </label>
            ) : null}
          </>
        }
      />
      <ActiveFilters choices={choices} params={params} report={report} view={view} />
    </>
  );
}

/** Filter options of lists short enough for a select. */
function useFilterChoices(shape: ReportShape, { branch }: ReportParams): FilterSelect[] {
  const t = useReportLabels();
  const user = useUser();
  const kinds = useMessages(ledgerMessages).kinds;
  const reasons = useReasons();
  const branches = useQuery(branchesQuery()).data ?? [];
  const categories = useQuery(itemCategoriesQuery()).data ?? [];
  const toOptions = (rows: readonly { _id: string; name: string }[]) =>
    rows.map(({ _id, name }) => ({ id: _id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
  const selects: (FilterSelect & { key: ReportParam })[] = [
    {
      key: 'branch',
      label: t.branch,
      all: t.allBranches,
      // A closed branch stays available while it is selected.
      choices: toOptions(
        branches.filter(
          ({ _id, isActive }) => _id === branch || (isActive && canFilterByLocation(user, shape, _id)),
        ),
      ),
    },
    { key: 'category', label: t.category, all: t.allCategories, choices: toOptions(categories) },
    {
      key: 'kind',
      label: t.kind,
      all: t.allKinds,
      choices: toOptions(
        (Object.keys(moveKinds) as (keyof typeof kinds)[]).map((_id) => ({ _id, name: kinds[_id] })),
      ),
    },
    {
      key: 'reason',
      label: t.reason,
      all: t.allReasons,
      choices: [
        ...toOptions(reasons.map(({ code, name }) => ({ _id: code, name }))),
        { id: '-', name: t.noReason },
      ],
    },
    {
      key: 'weekday',
      label: t.weekday,
      all: t.allWeekdays,
      choices: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
        id: String(day),
        name: formatWeekday(day, 'long'),
      })),
    },
  ];
  return selects.filter(({ key }) => getReportParams(shape).includes(key));
}

interface RowFilterProps {
  collection: Collection;
  label: string;
  none: string;
  value: string | undefined;
  /** Name of the selected row, from the report. */
  selectedName?: string | null;
  onChange(id: string | undefined): void;
}

/**
 * Filter by one of thousands of rows, found by typing. The rows are loaded when the field gets focus, or when
 * the selected name is unknown.
 */
function RowFilter({ collection, label, none, value, selectedName = null, onChange }: RowFilterProps) {
  const id = useId();
  const [hasBeenFocused, setHasBeenFocused] = useState(false);
  const needsName = value !== undefined && selectedName === null;
  const { choices, isLoading } = useChoices(collection, null, hasBeenFocused || needsName);
  return (
    <ReferenceBox
      className="w-full md:w-52"
      control={{ id, 'aria-label': label, onFocus: () => setHasBeenFocused(true) }}
      label={label}
      none={none}
      selectedName={selectedName}
      value={value ?? null}
      choices={choices}
      isLoading={isLoading}
      onChange={(rowId) => onChange(rowId ?? undefined)}
    />
  );
}

interface ActiveFiltersProps {
  choices: readonly FilterSelect[];
  params: ReportParams;
  report: ReportResponse | undefined;
  view: ListView<FilterKey>;
}

/** Active filters as removable tags: for print, and on a phone, where the controls are collapsed. */
function ActiveFilters({ choices, params, report, view }: ActiveFiltersProps) {
  const t = useReportLabels();
  const { choices: suppliers } = useChoices('suppliers', null, params.supplier !== undefined);
  const chips = [
    ...choices.map(({ key, choices: options }) => ({
      key: key as FilterKey,
      name: options.find(({ id }) => id === view.filters[key as FilterKey])?.name,
    })),
    { key: 'supplier' as const, name: suppliers.find(({ _id }) => _id === params.supplier)?.name },
    { key: 'item' as const, name: params.item === undefined ? undefined : (report?.itemName ?? params.item) },
  ].flatMap(({ key, name }) => (name === undefined ? [] : [{ key, name }]));
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2 text-sm md:hidden print:flex">
      <span className="text-muted-foreground">{t.filteredBy}</span>
      {chips.map(({ key, name }) => (
        <Button key={key} size="sm" onClick={() => view.set({ [key]: undefined })}>
          <bdi>{name}</bdi>
          <X aria-hidden="true" className="print:hidden" />
          <span className="sr-only">{t.removeFilter}</span>
        </Button>
      ))}
    </div>
  );
}
