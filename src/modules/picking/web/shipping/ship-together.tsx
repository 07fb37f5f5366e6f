import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, PackageCheck, TriangleAlert, Truck } from 'lucide-react';
import { useState } from 'react';
import { type ShipTogetherResult, shipTogetherAction } from '#modules/orders/web/queries/shipping.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { EmptyState, NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { localizeRefusal } from '#modules/master-data/web/localize-refusal.ts';
import { shipTogetherMessages } from './messages.ts';
import { parseCrates, parseDeparture, type RunDraft, runDrafts } from './run-draft.ts';
import { type RunOrder, buildRunOrders } from './run-orders.ts';
import { ShipResult, ShipConfirmation, ShortLines, RunSummary } from './run-summary.tsx';

const route = getRouteApi('/_shell/central-kitchen/order-processing-prep');

/** URL parameter value for orders from branches without a route. */
const noRoute = '-';

/** Ships one vehicle's selected orders after confirmation. */
export function ShipTogether({ orders }: { orders: readonly OrderRecord[] }) {
  const t = useMessages(shipTogetherMessages);
  const user = useUser();
  const formatError = useErrorMessage();
  const { isAlive } = useConnection();
  const { day, route: routeFilter } = route.useSearch();
  const branches = useQuery(branchesQuery()).data ?? [];
  const store = runDrafts.open(user._id, 'run');
  const draft = useStore(store);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setConfirming] = useState(false);
  const [result, setResult] = useState<ShipTogetherResult | null>(null);
  const shipping = useOutboxMutation(shipTogetherAction);
  const isPending = usePendingOn('orders/ship').length > 0 || shipping.isPending;

  const runCandidates = buildRunOrders(orders, branches, user);
  const shown = runCandidates.filter(
    (order) =>
      (day === undefined || order.order.deliveryDate === day) &&
      (routeFilter === undefined || (order.route ?? noRoute) === routeFilter),
  );
  const ready = shown.filter(({ blocker }) => blocker === null);
  const selected = ready.filter(({ order }) => selectedIds.has(order._id));
  const invalidCrates = selected.filter(({ order }) => parseCrates(draft.crates[order._id]) === undefined);
  const disabledReason = isPending
    ? t.pending
    : selected.length === 0
      ? t.nothingChosen
      : invalidCrates.length > 0
        ? t.cratesWrong
        : null;

  function select(ids: readonly string[], isChosen: boolean): void {
    const chosenIds = new Set(ids);
    setSelectedIds(isChosen ? selectedIds.union(chosenIds) : selectedIds.difference(chosenIds));
  }

  const removeUnshipped = (ids: ReadonlySet<string>) =>
    setResult(
      (current) => current && { ...current, shipped: current.shipped.filter(({ _id }) => !ids.has(_id)) },
    );

  async function ship(): Promise<void> {
    setConfirming(false);
    try {
      const response = await shipping.send({
        orders: selected.map(({ order: { _id, version } }) => {
          const crates = draft.crates[_id];
          return {
            orderId: _id,
            version,
            ...(crates !== undefined && { crates: parseCrates(crates) ?? null }),
          };
        }),
        ...(draft.driver.trim() && { driver: draft.driver.trim() }),
        ...(draft.vehicle.trim() && { vehicle: draft.vehicle.trim() }),
        ...(parseDeparture(draft.departsAt) && { departsAt: parseDeparture(draft.departsAt) }),
      });
      const shippedIds = new Set(response.shipped.map(({ _id }) => _id));
      select([...shippedIds], false);
      const crates = Object.entries(store.get().crates).filter(([id]) => !shippedIds.has(id));
      // Clears the transport data for the next vehicle, but keeps it if orders were rejected.
      const transport = response.failed.length > 0 ? store.get() : { driver: '', vehicle: '', departsAt: '' };
      store.set({ ...transport, crates: Object.fromEntries(crates) });
      // The response contains the branch names stored with the orders; replaces them with the current names.
      const names = new Map(selected.map(({ order }) => [order._id, order.branchName]));
      const withCurrentName = <Named extends { _id: string; branchName: string }>(order: Named): Named => ({
        ...order,
        branchName: names.get(order._id) ?? order.branchName,
      });
      setResult({
        ...response,
        shipped: response.shipped.map(withCurrentName),
        failed: response.failed.map(withCurrentName),
      });
      window.scrollTo({ top: 0 });
    } catch (error) {
      // Shown below through `shipping.error`.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <section aria-label={t.title} className="flex min-w-0 flex-1 flex-col gap-4">
      <div>
        <Button asChild variant="ghost" className="-ms-3">
          <Link to="/central-kitchen/order-processing-prep" search={{}}>
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
            {t.back}
          </Link>
        </Button>
      </div>
      {result ? (
        <ShipResult result={result} onUnshipped={removeUnshipped} onClose={() => setResult(null)} />
      ) : null}
      {shipping.error ? (
        <p role="alert" className="pill-status-red rounded-md px-3 py-2 text-sm">
          {formatError(shipping.error)}
        </p>
      ) : null}
      {isPending && !shipping.isStoring && !isAlive ? (
        <p role="status" className="pill-status-amber rounded-md px-3 py-2 text-sm">
          {t.queued}
        </p>
      ) : null}
      {runCandidates.length === 0 ? (
        result ? null : (
          <EmptyState icon={PackageCheck} title={t.empty} text={t.emptyText} />
        )
      ) : (
        <>
          <Filters runCandidates={runCandidates} />
          <Transport draft={draft} onChange={(changes) => store.set({ ...store.get(), ...changes })} />
          {shown.length === 0 ? <NoMatches /> : null}
          {ready.length > 0 ? (
            <label className="flex min-h-9 cursor-pointer items-center gap-2.5 px-3 text-sm touch:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-primary touch:size-5"
                checked={selected.length === ready.length}
                onChange={(event) =>
                  select(
                    ready.map(({ order }) => order._id),
                    event.currentTarget.checked,
                  )
                }
              />
              {t.chooseAll(ready.length)}
            </label>
          ) : null}
          {[...Map.groupBy(shown, (order) => order.route)].map(([name, routeOrders]) => (
            <section key={name ?? noRoute} aria-label={t.ofRoute(name ?? t.noRoute)}>
              <h2 className="pb-2 font-semibold text-sm">
                <bdi>{name ?? t.noRoute}</bdi>
              </h2>
              <ul className="overflow-hidden rounded-lg border bg-card">
                {routeOrders.map((order) => (
                  <RunEntry
                    key={order.order._id}
                    entry={order}
                    isChosen={selectedIds.has(order.order._id)}
                    onChoose={(isChosen) => select([order.order._id], isChosen)}
                    crates={draft.crates[order.order._id] ?? order.order.crates?.toString() ?? ''}
                    onCrates={(crates) =>
                      store.set({
                        ...store.get(),
                        crates: { ...store.get().crates, [order.order._id]: crates },
                      })
                    }
                  />
                ))}
              </ul>
            </section>
          ))}
          <div
            data-foot-bar
            className="sticky bottom-0 z-20 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background px-3 py-3 md:-mx-6 md:px-6"
          >
            <p role="status" className="min-w-0 flex-1 text-sm">
              {selected.length === 0 ? (
                t.nothingChosen
              ) : (
                <RunSummary orders={selected} crates={draft.crates} />
              )}
            </p>
            <GuardedButton
              variant="primary"
              size="lg"
              disabledReason={disabledReason}
              onClick={() => {
                shipping.reset();
                setConfirming(true);
              }}
            >
              <Truck aria-hidden="true" />
              {t.ship(selected.length)}
            </GuardedButton>
          </div>
        </>
      )}
      <ShipConfirmation
        orders={selected}
        crates={draft.crates}
        isOpen={isConfirming && selected.length > 0 && !isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => void ship()}
      />
    </section>
  );
}

/** Order filters, stored in the URL. */
function Filters({ runCandidates }: { runCandidates: readonly RunOrder[] }) {
  const t = useMessages(shipTogetherMessages);
  const { day, route: routeFilter } = route.useSearch();
  const navigate = route.useNavigate();
  const days = [
    ...new Set([...runCandidates.map(({ order }) => order.deliveryDate), ...(day ? [day] : [])]),
  ].toSorted();
  const routes = [
    ...new Set([
      ...runCandidates.map((order) => order.route ?? noRoute),
      ...(routeFilter ? [routeFilter] : []),
    ]),
  ];
  const setFilters = (changes: { day?: string | undefined; route?: string | undefined }) =>
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true });
  if (days.length < 2 && routes.length < 2 && !day && !routeFilter) return null;
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <Select
        aria-label={t.day}
        className="w-auto min-w-32 max-w-full flex-1 sm:max-w-48"
        value={day ?? ''}
        onChange={(event) => setFilters({ day: event.currentTarget.value || undefined })}
      >
        <option value="">{t.allDays}</option>
        {days.map((option) => (
          <option key={option} value={option}>
            {formatDay(option)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t.route}
        className="w-auto min-w-32 max-w-full flex-1 sm:max-w-48"
        value={routeFilter ?? ''}
        onChange={(event) => setFilters({ route: event.currentTarget.value || undefined })}
      >
        <option value="">{t.allRoutes}</option>
        {routes.map((option) => (
          <option key={option} value={option}>
            {option === noRoute ? t.noRoute : option}
          </option>
        ))}
      </Select>
    </div>
  );
}

function NoMatches() {
  const t = useMessages(shipTogetherMessages);
  const navigate = route.useNavigate();
  return <NothingMatches title={t.none} onClear={() => void navigate({ search: { ship: true } })} />;
}

function Transport({ draft, onChange }: { draft: RunDraft; onChange(changes: Partial<RunDraft>): void }) {
  const t = useMessages(shipTogetherMessages).transport;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {(['driver', 'vehicle', 'departsAt'] as const).map((field) => (
        <Field key={field} label={t[field]}>
          {(control) => (
            <Input
              {...control}
              type={field === 'departsAt' ? 'datetime-local' : 'text'}
              value={draft[field]}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface RunEntryProps {
  entry: RunOrder;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
  crates: string;
  onCrates(crates: string): void;
}

/** An order of the run: blocker, short lines and number of crates. */
function RunEntry({ entry, isChosen, onChoose, crates, onCrates }: RunEntryProps) {
  const t = useMessages(shipTogetherMessages);
  const { order, routeStop, blocker, summary, lineCount, shortCount } = entry;
  const isInvalid = parseCrates(crates) === undefined;
  return (
    <li
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b px-3 py-2 last:border-b-0"
      data-order={order._id}
    >
      <label className="flex min-h-9 min-w-0 flex-1 basis-60 cursor-pointer items-start gap-2.5 py-1 touch:min-h-11">
        <input
          type="checkbox"
          aria-label={t.choose(order.branchName, order.orderNo)}
          className="mt-0.5 size-4 shrink-0 accent-primary touch:size-5"
          checked={isChosen && blocker === null}
          disabled={blocker !== null}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="break-words font-medium text-sm">
            <bdi>{order.branchName}</bdi>
            {routeStop === null ? null : (
              <span className="font-normal text-muted-foreground"> · {t.stop(routeStop)}</span>
            )}
          </span>
          <span className="text-muted-foreground text-xs">
            <bdi className="whitespace-nowrap">{order.orderNo}</bdi> · {formatDay(order.deliveryDate)} ·{' '}
            {t.lines(lineCount)}
            {blocker === null && shortCount === 0 ? ` · ${t.complete}` : ''}
          </span>
          {shortCount > 0 && blocker === null ? (
            <ShortLines summary={summary} shortCount={shortCount} />
          ) : null}
        </span>
      </label>
      {blocker ? (
        <p className="flex items-start gap-1.5 py-1 text-sm text-status-amber">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            {localizeRefusal(blocker)}{' '}
            <Link
              to="/central-kitchen/order-processing-prep"
              search={{ order: order._id }}
              className="whitespace-nowrap font-medium text-primary underline-offset-4 hover:underline"
            >
              {t.pick}
            </Link>
          </span>
        </p>
      ) : (
        <div className="flex flex-col gap-1 max-sm:w-full max-sm:ps-6.5 sm:items-end">
          <span className="flex items-center gap-2 text-sm">
            <span aria-hidden="true" className="text-muted-foreground">
              {t.cratesShort}
            </span>
            <Input
              aria-label={t.crates(order.branchName)}
              aria-invalid={isInvalid}
              inputMode="numeric"
              dir="ltr"
              className="w-20 text-right tabular-nums"
              value={crates}
              maxLength={4}
              autoComplete="off"
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => onCrates(event.currentTarget.value)}
            />
          </span>
          {isInvalid ? (
            <span role="alert" className="text-destructive text-xs">
              {t.cratesWrong}
            </span>
          ) : null}
        </div>
      )}
    </li>
  );
}
