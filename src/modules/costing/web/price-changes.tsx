import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, ChevronRight, CircleCheck } from 'lucide-react';
import { Fragment, type SubmitEvent, useState } from 'react';
import type { PriceChange } from '../shapes.ts';
import { changingBases } from '#modules/recipes/recipe-cost.ts';
import { isOwnLocation, canWrite, getScope } from '#core/permissions.ts';
import {
  costingSettingsQuery,
  type PriceChangesParams,
  priceChangesKey,
  priceChangesQuery,
  sendTolerance,
} from '#modules/recipes/web/queries/costing.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { FilterBar } from '#platform/web/data-table/filter-bar.tsx';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { useListView, useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { numericCell, Table, TableCell, TableHead, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { formatCount, formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { useToday } from '#platform/web/use-today.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { addDays } from '#core/day.ts';
import { CostChange, RecipeEffectTable } from './effect-table.tsx';
import { costingMessages } from './messages.ts';

const defaultDays = 30;
const pageSize = 50;
/** On phones these columns are shown below the item. */
const wideOnly = 'max-sm:not-print:hidden';

/** Price changes of a period by cost basis, with the affected recipes per item. */
export function PriceChangesTab() {
  const t = useMessages(costingMessages).changes;
  const today = useToday();
  const view = useListView(['from', 'to', 'basis', 'place', 'only']);
  const { from = addDays(today, 1 - defaultDays), to = today, place, only } = view.filters;
  const basis = changingBases.find((basis) => basis === view.filters.basis) ?? 'list';
  const priceFilters: PriceChangesParams = {
    from,
    to,
    basis,
    ...(basis === 'average' && place ? { place } : {}),
    ...(only === 'alerts' ? { exceedsTolerance: true } : {}),
    page: view.page,
    limit: pageSize,
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...priceChangesQuery(priceFilters),
    placeholderData: keepPreviousData,
  });
  const user = useUser();
  const branches = (useQuery({ ...branchesQuery(), enabled: basis === 'average' }).data ?? []).filter(
    ({ _id, isActive }) => isActive && isOwnLocation(user, _id),
  );
  return (
    <div className="flex flex-col gap-3">
      <FilterBar
        view={view}
        filters={
          basis === 'average'
            ? [
                {
                  key: 'place',
                  label: t.place,
                  all: t.allPlaces,
                  choices: branches.map(({ _id, name }) => ({ id: _id, name })),
                },
              ]
            : []
        }
        more={
          <>
            <DateRange
              view={{ ...view, filters: { from, to } }}
              label={t.days}
              fromLabel={t.from}
              toLabel={t.to}
            />
            <label className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full">
              <span className="shrink-0">{t.basis}</span>
              <Select
                className="w-auto"
                value={basis}
                onChange={(event) => view.set({ basis: event.currentTarget.value, place: undefined })}
              >
                {changingBases.map((basis) => (
                  <option key={basis} value={basis}>
                    {t.bases[basis]}
                  </option>
                ))}
              </Select>
            </label>
            <Button
              aria-pressed={only === 'alerts'}
              onClick={() => view.set({ only: only === 'alerts' ? undefined : 'alerts' })}
            >
              {only === 'alerts' ? <Check aria-hidden="true" /> : null}
              {t.beyondOnly}
            </Button>
          </>
        }
      />
      {error && !data ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data || (isPlaceholderData && data.rows.length === 0) ? (
        <SkeletonRows label={t.loading} rows={8} />
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <p role="status" className="text-muted-foreground text-sm">
              {t.total(data.total)} ·{' '}
              {t.beyond(data.beyondToleranceCount, formatQuantity(data.tolerancePercent))}
            </p>
            <Tolerance />
          </div>
          {data.rows.length === 0 ? (
            <EmptyState
              icon={CircleCheck}
              title={only === 'alerts' ? t.noneBeyond(formatQuantity(data.tolerancePercent)) : t.none}
              text={t.noneText}
            />
          ) : (
            <Changes rows={data.rows} open={view.open} filters={priceFilters} />
          )}
          {data.total > pageSize ? (
            <Pager
              page={view.page}
              pageSize={pageSize}
              rowCount={data.rows.length}
              total={data.total}
              isCapped={false}
              onPage={(page) => view.set({ page })}
            />
          ) : null}
        </>
      )}
    </div>
  );
}

interface ChangesProps {
  rows: readonly PriceChange[];
  /** Item whose recipes are expanded. */
  open: string | undefined;
  filters: PriceChangesParams;
}

function Changes({ rows, open, filters }: ChangesProps) {
  const t = useMessages(costingMessages).changes;
  const currency = useBaseCurrency();
  const openRow = useOpenRow();
  const { data: units = [] } = useQuery(unitsQuery());
  const getSymbol = (unit: string) => units.find(({ _id }) => _id === unit)?.symbol ?? unit;
  return (
    <Table aria-label={t.table} className="max-sm:table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="max-sm:w-1/2">{t.item}</TableHead>
          <TableHead className={cn(numericCell, wideOnly)}>{t.before}</TableHead>
          <TableHead className={cn(numericCell, wideOnly)}>{t.after}</TableHead>
          <TableHead className={numericCell}>{t.change}</TableHead>
          <TableHead className={numericCell}>{t.recipes}</TableHead>
        </tr>
      </TableHeader>
      <tbody className="divide-y">
        {rows.map((row) => {
          const { itemId, itemName: name, itemCode, unit } = row;
          const isOpen = open === itemId;
          const Icon = isOpen ? ChevronDown : ChevronRight;
          const renderPrice = (amount: number | null, source: string | null) => (
            <>
              {formatUnitCost(amount, currency)}
              <span className="text-muted-foreground text-xs"> / {getSymbol(unit)}</span>
              {source === 'standard' ? (
                <span className="block text-muted-foreground text-xs">{t.standardCost}</span>
              ) : null}
            </>
          );
          return (
            <Fragment key={itemId}>
              <TableRow>
                <TableCell className="sm:min-w-40">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    className="flex min-h-8 items-center gap-1.5 text-start font-medium touch:min-h-11"
                    onClick={() => openRow(isOpen ? undefined : itemId, { replace: true })}
                  >
                    <Icon
                      aria-hidden="true"
                      className="size-4 shrink-0 text-muted-foreground rtl:-scale-x-100"
                    />
                    <span>
                      <bdi>{name}</bdi>{' '}
                      <span className="font-normal text-muted-foreground text-xs">{itemCode}</span>
                      <span className="block font-normal text-xs tabular-nums sm:hidden">
                        <bdi>
                          {t.fromTo(
                            formatUnitCost(row.before, currency),
                            formatUnitCost(row.after, currency),
                          )}{' '}
                          / {getSymbol(unit)}
                        </bdi>
                      </span>
                    </span>
                  </button>
                </TableCell>
                <TableCell className={cn(numericCell, wideOnly, 'whitespace-nowrap')}>
                  {renderPrice(row.before, row.sourceBefore)}
                </TableCell>
                <TableCell className={cn(numericCell, wideOnly, 'whitespace-nowrap')}>
                  {renderPrice(row.after, row.sourceAfter)}
                </TableCell>
                <TableCell className={numericCell}>
                  <CostChange percent={row.changePercent} exceedsTolerance={row.exceedsTolerance} />
                </TableCell>
                <TableCell className={cn(numericCell, 'whitespace-nowrap')}>
                  {formatCount(row.recipesTotal)}
                  {row.alerts > 0 ? (
                    <span className="block text-status-amber text-xs">{t.alerts(row.alerts)}</span>
                  ) : null}
                </TableCell>
              </TableRow>
              {isOpen ? (
                <tr>
                  <td colSpan={5} className="bg-muted/30 p-3">
                    <Recipes row={row} filters={filters} name={name} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

/** Recipes affected by an item's price; the full list is loaded on demand. */
function Recipes({ row, filters, name }: { row: PriceChange; filters: PriceChangesParams; name: string }) {
  const t = useMessages(costingMessages).changes;
  const [showsAll, setShowsAll] = useState(false);
  const { from, to, basis, place } = filters;
  const query = { from, to, basis, ...(place === undefined ? {} : { place }), item: row.itemId };
  const allRecipesQuery = useQuery({ ...priceChangesQuery(query), enabled: showsAll });
  const recipes = allRecipesQuery.data?.rows[0]?.recipes ?? row.recipes;
  if (row.recipesTotal === 0) return <p className="text-muted-foreground text-sm">{t.noRecipes}</p>;
  return (
    <section aria-label={t.recipesUsing(name)} className="flex flex-col gap-2">
      <RecipeEffectTable recipes={recipes} />
      {recipes.length < row.recipesTotal ? (
        <Button
          size="sm"
          className="self-start print:hidden"
          disabled={showsAll}
          onClick={() => setShowsAll(true)}
        >
          {t.showAllRecipes(row.recipesTotal)}
        </Button>
      ) : null}
    </section>
  );
}

/** Business-wide percentage above which price changes are flagged; read-only users see it above the table. */
function Tolerance() {
  const t = useMessages(costingMessages).tolerance;
  const user = useUser();
  const queryClient = useQueryClient();
  const errorMessage = useErrorMessage();
  const { data } = useQuery(costingSettingsQuery());
  const [draft, setDraft] = useState<NumberInputValue | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  if (!data || !canWrite(user, 'costs', 'canEdit') || getScope(user).kind !== 'all') return null;
  const value = draft === undefined ? data.tolerancePercent : draft;
  const isValid = typeof value === 'number' && value >= 0 && value <= 1000;
  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!data || !isValid || isBusy) return;
    setBusy(true);
    try {
      setQueryResponse(
        queryClient,
        costingSettingsQuery().queryKey,
        await sendTolerance(value, data, newUuid()),
      );
      setDraft(undefined);
      toast(t.saved);
      await queryClient.invalidateQueries({ queryKey: priceChangesKey });
    } catch (error) {
      toastError(error instanceof ApiError ? errorMessage(error) : t.failed);
      await queryClient.invalidateQueries({ queryKey: costingSettingsQuery().queryKey });
    }
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex items-end gap-2 max-sm:w-full print:hidden">
      <NumberField
        className="min-w-0 max-sm:flex-1 sm:w-72"
        label={t.label}
        value={value}
        error={isValid ? null : t.outOfRange}
        onChange={setDraft}
      />
      <Button type="submit" disabled={isBusy || !isValid || value === data.tolerancePercent}>
        {t.save}
      </Button>
    </form>
  );
}
