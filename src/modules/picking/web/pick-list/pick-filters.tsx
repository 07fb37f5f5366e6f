import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { PickList } from '../../shapes.ts';
import type { PickFilters } from '../queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { FiltersButton } from '#platform/web/data-table/filter-bar.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { pickMessages } from './messages.ts';

/** Order filters, stored in the URL. */
export function PickFilterBar({ list, search }: { list: PickList | undefined; search: PickFilters }) {
  const t = useMessages(pickMessages);
  const statuses = useMessages(statusMessages).statuses;
  const branches = useQuery(branchesQuery()).data ?? [];
  const categories = useChoices('branch-categories').choices;
  const orders = list?.orders ?? [];
  const [listedDays, setListedDays] = useState<readonly string[]>([]);
  const days = [...new Set([...listedDays, ...orders.map(({ deliveryDate }) => deliveryDate)])].toSorted();
  if (days.length > listedDays.length) setListedDays(days);
  const kitchen = list?.kitchen?._id;
  const isWide = useMedia(desktopQuery);
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const { date, branch, category, section, status, orders: chosenOrders } = search;
  const active = [date, branch, category, section, status, search.kitchen, chosenOrders].filter(
    (value) => value !== undefined,
  );
  return (
    <div role="search" className="flex flex-wrap gap-2 pb-4 print:hidden">
      {isWide ? null : (
        <FiltersButton
          id={id}
          count={active.length}
          isOpen={isExpanded}
          onToggle={() => setExpanded(!isExpanded)}
        />
      )}
      <div id={id} className={isWide || isExpanded ? 'contents' : 'hidden'}>
        <PickFilter
          name="date"
          label={t.date}
          allLabel={t.allDates}
          value={search.date}
          choices={days.map((day) => ({ id: day, name: formatDay(day) }))}
        />
        <PickFilter
          name="branch"
          label={t.branch}
          allLabel={t.allBranches}
          value={search.branch}
          choices={branches
            .filter(({ isActive, supplyingKitchenId }) => isActive && supplyingKitchenId === kitchen)
            .map(({ _id, name }) => ({ id: _id, name }))}
        />
        <PickFilter
          name="category"
          label={t.category}
          allLabel={t.allCategories}
          value={search.category}
          choices={categories.map(({ _id, name }) => ({ id: _id, name }))}
        />
        <PickFilter
          name="section"
          label={t.section}
          allLabel={list?.returnedSection != null && search.section === undefined ? t.section : t.allSections}
          value={search.section}
          choices={(list?.sections ?? []).map(({ section, name }) => ({
            id: section ?? 'other',
            name: name ?? t.other,
          }))}
        />
        <PickFilter
          name="status"
          label={t.status}
          allLabel={statuses['Under Process']}
          value={search.status}
          choices={[{ id: 'Sent to Central Kitchen', name: statuses['Sent to Central Kitchen'] }]}
          isAlwaysShown
        />
        <PickFilter
          name="kitchen"
          label={t.kitchen}
          allLabel={list?.kitchens[0]?.name ?? t.kitchen}
          value={search.kitchen}
          choices={(list?.kitchens ?? []).slice(1).map(({ _id, name }) => ({ id: _id, name }))}
          isAlwaysShown={(list?.kitchens.length ?? 0) > 1}
        />
        <OrderChoice orders={orders} chosen={search.orders} />
      </div>
    </div>
  );
}

interface PickFilterProps {
  /** Search parameter name. */
  name: keyof PickFilters;
  label: string;
  allLabel: string;
  value: string | undefined;
  choices: readonly { id: string; name: string }[];
  /** Whether the filter is shown even if there is only one choice. */
  isAlwaysShown?: boolean;
}

/** One filter, stored in the URL; hidden if there is nothing to choose. */
function PickFilter({ name, label, allLabel, value, choices, isAlwaysShown = false }: PickFilterProps) {
  const navigate = useNavigate();
  if (choices.length < 2 && value === undefined && !isAlwaysShown) return null;
  return (
    <Select
      aria-label={label}
      className="w-auto min-w-32 max-w-full flex-1 sm:max-w-48"
      value={value ?? ''}
      onChange={(event) => {
        const next = event.currentTarget.value || undefined;
        void navigate({ to: '.', search: (current) => ({ ...current, [name]: next }), replace: true });
      }}
    >
      <option value="">{allLabel}</option>
      {choices.map(({ id, name: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** Selects individual orders among those matching the other filters. */
function OrderChoice({ orders, chosen }: { orders: PickList['orders']; chosen: string | undefined }) {
  const t = useMessages(pickMessages);
  const navigate = useNavigate();
  const [loadedOrders, setLoadedOrders] = useState<PickList['orders']>([]);
  const allOrders = [
    ...loadedOrders,
    ...orders.filter(({ _id }) => loadedOrders.every((loaded) => loaded._id !== _id)),
  ];
  if (allOrders.length > loadedOrders.length) setLoadedOrders(allOrders);
  const ids = chosen === undefined ? [] : chosen.split(',');
  const listedOrders = chosen === undefined ? orders : allOrders;
  if (listedOrders.length < 2 && ids.length === 0) return null;
  const choose = (next: readonly string[]) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, orders: next.length === 0 ? undefined : next.join(',') }),
      replace: true,
    });
  return (
    <details className="w-full rounded-md border bg-card text-sm">
      <summary className="flex min-h-9 cursor-pointer items-center px-3 touch:min-h-11">
        {ids.length === 0 ? t.chooseOrders : t.chosenOrders(ids.length)}
      </summary>
      <ul className="grid grid-cols-1 max-h-72 gap-x-4 overflow-y-auto border-t px-3 py-2 sm:grid-cols-2 lg:grid-cols-3">
        {listedOrders.map(({ _id, orderNo, branchName, occasion, deliveryDate }) => (
          <li key={_id}>
            <label className="flex min-h-9 items-center gap-3 touch:min-h-11">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-primary"
                checked={ids.includes(_id)}
                onChange={(event) =>
                  choose(event.currentTarget.checked ? [...ids, _id] : ids.filter((id) => id !== _id))
                }
              />
              <span className="min-w-0 truncate">
                <bdi>{branchName}</bdi>
                <span className="ps-2 text-muted-foreground text-xs">
                  {orderNo} · {formatDay(deliveryDate)}
                  {occasion ? <bdi> · {occasion}</bdi> : null}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {ids.length > 0 ? (
        <div className="border-t p-2">
          <Button size="sm" onClick={() => choose([])}>
            {t.allOrders}
          </Button>
        </div>
      ) : null}
    </details>
  );
}
