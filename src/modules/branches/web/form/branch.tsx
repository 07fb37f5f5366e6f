import { useQuery } from '@tanstack/react-query';
import type { ClosedDays } from '#core/closed-days.ts';
import { type DeliveryDay, localDate, findNextDelivery } from '#core/cutoff.ts';
import { readReference, readText } from '#platform/shapes/tolerant.ts';
import { openOrdersQuery } from '#modules/master-data/web/queries/merge-and-order.ts';
import { branchesQuery, readClosedDays } from '#platform/web/queries/branches.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import {
  missingValue,
  formatCount,
  getTimeZoneCity,
  formatDay,
  formatTime,
} from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { branchMessages } from './messages.ts';

function useBranchColumns() {
  const t = useMessages(branchMessages).list;
  const now = useNow();
  const openCounts = useQuery(openOrdersQuery()).data;
  const branches = useQuery(branchesQuery()).data;
  const closedDays = new Map(branches?.map((branch) => [branch._id, branch.closedDays]));
  const getNextDelivery = (row: ResourceRow) => findNextBranchDelivery(row, closedDays, now);
  const formatCutoff = (row: ResourceRow) => {
    const next = getNextDelivery(row);
    if (next === null) return null;
    return t.at(
      formatDay(localDate(new Date(next.cutoffAt), next.timezone)),
      formatTime(next.cutoffAt, next.timezone),
      getTimeZoneCity(next.timezone),
    );
  };
  return [
    {
      key: 'nextDelivery',
      label: t.nextDelivery,
      cell: (row: ResourceRow) => formatDay(getNextDelivery(row)?.deliveryDate),
      value: (row: ResourceRow) => getNextDelivery(row)?.deliveryDate ?? null,
      className: 'whitespace-nowrap',
    },
    {
      key: 'cutoff',
      label: t.cutoff,
      cell: (row: ResourceRow) => formatCutoff(row) ?? missingValue,
      value: formatCutoff,
      className: 'min-w-32',
    },
    {
      key: 'openOrders',
      label: t.openOrders,
      cell: ({ _id }: ResourceRow) => (openCounts ? formatCount(openCounts.get(_id) ?? 0) : missingValue),
      value: ({ _id }: ResourceRow) => (openCounts ? (openCounts.get(_id) ?? 0) : null),
      isNumeric: true,
    },
  ];
}

/**
 * Returns the next delivery that can still be ordered for; null without a calendar or with an unknown time
 * zone.
 */
function findNextBranchDelivery(
  { values }: ResourceRow,
  closedDaysByLocation: ReadonlyMap<string, readonly ClosedDays[]>,
  now: number,
) {
  const timezone = readText(values['timezone']);
  const days = values['deliveryDays'];
  if (timezone === null || !Array.isArray(days)) return null;
  try {
    const next = findNextDelivery(
      {
        deliveryDays: days as DeliveryDay[],
        timezone,
        closedDays: readClosedDays(values['closedDays']),
        kitchenClosedDays:
          closedDaysByLocation.get(readReference(values['supplyingKitchenId'])?.id ?? '') ?? [],
      },
      new Date(now),
    );
    return next && { ...next, timezone };
  } catch {
    return null;
  }
}

export const branchExtras: PageExtras = { branch: { useColumns: useBranchColumns } };
