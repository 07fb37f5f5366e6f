import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PlanRow, ProductionPlan } from '../shapes.ts';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { canWrite } from '#core/permissions.ts';
import { planDemands } from '../expected.ts';
import { type Shift, productionShifts } from '../lifecycle.ts';
import { createBatchesFromPlanAction, planQuery } from './queries.ts';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { warnUnusualQuantity } from '#modules/items/web/unusual.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { type FormDraft, formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { formatList } from '#platform/web/format/list.ts';
import { roundUpToUnit } from '#platform/web/format/unit-digits.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { type Store, useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { productionMessages } from './messages.ts';
import { PlanFigures } from './plan-figures.tsx';
import { PlanScopeFields, usePlanScope } from './plan-scope.tsx';

/** The user's changes to a row's planned quantity and shift. */
interface PlanOverride {
  qty?: number | null;
  shift?: Shift | null;
}

/** A kitchen's production plan for a day, by section; creates batches and purchase drafts. */
export function PlanView() {
  const t = useMessages(productionMessages).plan;
  const user = useUser();
  const scope = usePlanScope({ daysAhead: 1, isForKitchens: true });
  const { kitchen, day, search, setSearch } = scope;
  const demand = planDemands.find((option) => option === search['demand']) ?? 'orders';
  const query = useQuery({ ...planQuery(kitchen, day, demand), enabled: kitchen !== '' });
  const canCreateBatches = canWrite(user, 'production-batches', 'canCreate');

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <PlanScopeFields scope={scope} placeLabel={t.kitchen} />
        <Field label={t.demand} className="w-64">
          {(control) => (
            <Select
              {...control}
              value={demand}
              onChange={(event) =>
                setSearch({
                  demand: event.currentTarget.value === 'orders' ? undefined : event.currentTarget.value,
                })
              }
            >
              {planDemands.map((option) => (
                <option key={option} value={option}>
                  {t.demands[option]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {demand !== 'orders' ? (
        <div className="text-muted-foreground text-sm">
          {t.forecastHint}{' '}
          <LearnMore subject={t.demands.expected} className="inline">
            <p>{t.forecastDetails}</p>
          </LearnMore>
        </div>
      ) : null}
      {kitchen === '' ? (
        <p className="text-muted-foreground text-sm">{t.noKitchen}</p>
      ) : query.error ? (
        <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonRows label={t.loading} />
      ) : (
        <>
          <BranchesWithoutForecast branches={query.data.withoutForecast} />
          <PlanRows
            key={`${kitchen} ${day} ${demand}`}
            plan={query.data}
            canCreateBatches={canCreateBatches}
            canCreateOrders={canWrite(user, 'purchase-orders', 'canCreate')}
            onRefetch={() => void query.refetch()}
          />
        </>
      )}
    </div>
  );
}

/** Maximum number of branches listed by name; the rest are only counted. */
const maxNamedBranches = 5;

/** Branches with too little history for a forecast; renders nothing if there are none. */
function BranchesWithoutForecast({ branches }: { branches: ProductionPlan['withoutForecast'] }) {
  const t = useMessages(productionMessages).plan;
  if (branches.length === 0) return null;
  const names = branches.slice(0, maxNamedBranches).map(({ branchName }) => branchName);
  return (
    <p className="flex max-w-5xl items-start gap-2 text-sm text-status-amber">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t.withoutForecast(formatList(names), branches.length - names.length)}
    </p>
  );
}

interface PlanRowsProps {
  plan: ProductionPlan;
  canCreateBatches: boolean;
  canCreateOrders: boolean;
  onRefetch(): void;
}

function PlanRows({ plan, canCreateBatches, canCreateOrders, onRefetch }: PlanRowsProps) {
  const t = useMessages(productionMessages).plan;
  const creating = useOutboxMutation(createBatchesFromPlanAction);
  const slot = `plan.${plan.kitchen}.${plan.day}.${plan.demand}`;
  const store = formDrafts.open(useUser()._id, slot);
  const overrides = parseOverrides(useStore(store)?.values);
  const [includesPurchases, setIncludesPurchases] = useState(canCreateOrders);
  const isCreating = useRef(false);
  const producibleRows = plan.rows.filter(({ recipeId }) => recipeId !== null);
  const purchasedRows = plan.rows.filter(({ recipeId, missing }) => recipeId === null && missing > 0);
  const getQty = (row: PlanRow) =>
    overrides[row.itemId]?.qty ??
    (overrides[row.itemId]?.qty === null ? 0 : roundUpToUnit(row.toMake, row.unitSymbol));
  const createsOrders = includesPurchases && purchasedRows.length > 0;
  const [toMake, coveredRows] = [true, false].map((isMissing) =>
    producibleRows.filter(({ missing }) => missing > 0 === isMissing),
  ) as [PlanRow[], PlanRow[]];
  const batches = toMake.filter((row) => getQty(row) > 0);
  const sections = [...Map.groupBy(toMake, ({ sectionName }) => sectionName ?? '')].toSorted(([a], [b]) =>
    a === '' ? 1 : b === '' ? -1 : a.localeCompare(b),
  );
  const setOverride = (itemId: string, change: PlanOverride) => storeOverride(store, itemId, change);

  async function createBatches(): Promise<void> {
    if (isCreating.current) return;
    isCreating.current = true;
    const { kitchen, day, stamp, demand } = plan;
    const input = {
      kitchen,
      day,
      stamp,
      demand,
      batches: batches.map((row) => ({
        itemId: row.itemId,
        qty: getQty(row),
        shift: overrides[row.itemId]?.shift ?? null,
      })),
      buy: createsOrders,
    };
    try {
      const result = await creating.send({ localId: newLocalId(newUuid()), input });
      store.discard();
      if (result.batches.length > 0) toast(t.batchesPlanned(result.batches.length));
      if (result.orders.length > 0) toast(t.draftsCreated(result.orders.length));
      if (result.drafts.length > 0)
        toast(t.alreadyDrafted(formatList(result.drafts.map(({ number }) => number))));
      if (result.itemsWithoutSupplier.length > 0)
        toast(t.withoutSupplier(result.itemsWithoutSupplier.length));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onRefetch();
    } finally {
      isCreating.current = false;
    }
  }

  if (plan.rows.length === 0)
    return (
      <p className="text-muted-foreground text-sm">
        {plan.demand === 'orders' ? t.nothing : t.nothingExpected}
      </p>
    );
  return (
    <div className="flex flex-col gap-5">
      <TransitionRefusal error={creating.error} />
      {toMake.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.nothingToMake}</p>
      ) : (
        <CellGrid name={slot}>
          <div data-quantity-grid className="flex flex-col gap-5">
            {sections.map(([section, rows]) => (
              <section key={section} aria-label={section || t.noSection}>
                <h2 className="pb-1 font-semibold text-sm">{section || t.noSection}</h2>
                <ul className="divide-y rounded-md border">
                  {rows.map((row) => (
                    <li key={row.itemId} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2">
                      <PlanFigures row={row} kitchen={plan.kitchen} day={plan.day} />
                      {canCreateBatches ? (
                        <PlanQuantityCells
                          row={row}
                          qty={getQty(row)}
                          shift={overrides[row.itemId]?.shift ?? null}
                          onChange={(change) => setOverride(row.itemId, change)}
                        />
                      ) : null}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </CellGrid>
      )}
      {purchasedRows.length === 0 ? null : (
        <section aria-label={t.toBuy}>
          <h2 className="pb-1 font-semibold text-sm">{t.toBuy}</h2>
          <ul className="divide-y rounded-md border">
            {purchasedRows.map((row) => (
              <li key={row.itemId} className="px-3 py-2">
                <PlanFigures row={row} kitchen={plan.kitchen} day={plan.day} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {coveredRows.length === 0 ? null : (
        <details className="rounded-md border">
          <summary className="cursor-pointer px-3 py-2 text-sm touch:py-3">
            {t.coveredItems(coveredRows.length)}
          </summary>
          <ul className="divide-y border-t">
            {coveredRows.map((row) => (
              <li key={row.itemId} className="px-3 py-2">
                <PlanFigures row={row} kitchen={plan.kitchen} day={plan.day} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {canCreateBatches && (batches.length > 0 || purchasedRows.length > 0) ? (
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t bg-background py-3">
          {canCreateOrders && purchasedRows.length > 0 ? (
            <label className="me-auto flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4"
                checked={includesPurchases}
                onChange={(event) => setIncludesPurchases(event.currentTarget.checked)}
              />
              {t.buy}
            </label>
          ) : null}
          <Button
            variant="primary"
            disabled={creating.isPending || (batches.length === 0 && !createsOrders)}
            onClick={() => void createBatches()}
          >
            {batches.length === 0 ? t.createDrafts : t.createBatches(batches.length)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function storeOverride(store: Store<FormDraft | null>, itemId: string, change: PlanOverride): void {
  const overrides = parseOverrides(store.get()?.values);
  const values = { ...overrides, [itemId]: { ...overrides[itemId], ...change } };
  store.set(newFormDraft(values));
}

/** Parses the stored overrides by item. */
function parseOverrides(stored: JsonRecord | undefined): Readonly<Record<string, PlanOverride>> {
  return Object.fromEntries(
    Object.entries(stored ?? {}).map(([itemId, value]) => {
      const { qty, shift } = readRecord(value);
      const override: PlanOverride = {
        ...(qty === undefined ? {} : { qty: readNumberValue(qty) }),
        ...(shift === undefined
          ? {}
          : { shift: productionShifts.find((candidate) => candidate === shift) ?? null }),
      };
      return [itemId, override];
    }),
  );
}

interface PlanQuantityCellsProps {
  row: PlanRow;
  qty: number;
  shift: Shift | null;
  onChange(change: PlanOverride): void;
}

/** Input cells for a row's quantity and shift. */
function PlanQuantityCells({ row, qty, shift, onChange }: PlanQuantityCellsProps) {
  const messages = useMessages(productionMessages);
  const t = messages.plan;
  return (
    <div className="ms-auto flex flex-wrap items-start gap-2">
      <Select
        aria-label={t.shiftOf(row.itemName)}
        className="w-36"
        value={shift ?? ''}
        onChange={(event) =>
          onChange({
            shift: productionShifts.find((candidate) => candidate === event.currentTarget.value) ?? null,
          })
        }
      >
        <option value="">{messages.noShift}</option>
        {productionShifts.map((option) => (
          <option key={option} value={option}>
            {messages.shifts[option]}
          </option>
        ))}
      </Select>
      <div className="w-32">
        <QuantityCell
          label={t.qty(row.itemName)}
          value={qty}
          unit={row.unitSymbol}
          column="make"
          cell={row.itemId}
          warn={(next) => warnUnusualQuantity(next, [row.toMake], row.unitSymbol)}
          onCommit={(next) => onChange({ qty: next })}
        />
      </div>
    </div>
  );
}
