import { useQuery } from '@tanstack/react-query';
import { type DeliveryDay, localDate, nextDelivery } from '#domain/planning/cutoff.ts';
import { text } from '#contract/tolerant.ts';
import { openOrdersQuery } from '#src/collections/arranging.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { absent, formatCount, formatDay, formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import type { PageExtras } from '../list-extras.ts';
import { extrasMessages } from './messages.ts';

function useBranchColumns() {
  const t = useMessages(extrasMessages).branch;
  const now = useNow();
  const open = useQuery(openOrdersQuery()).data;
  const cutoff = (row: ResourceRow) => {
    const next = nextOf(row, now);
    const at = next && new Date(next.cutoffAt);
    return next && at
      ? t.at(
          `${formatDay(localDate(at, next.timezone))}, ${formatTime(next.cutoffAt, next.timezone)}`,
          cityOf(next.timezone),
        )
      : null;
  };
  return [
    {
      key: 'nextDelivery',
      label: t.nextDelivery,
      cell: (row: ResourceRow) => formatDay(nextOf(row, now)?.deliveryDate),
      value: (row: ResourceRow) => nextOf(row, now)?.deliveryDate ?? null,
      className: 'whitespace-nowrap',
    },
    { key: 'cutoff', label: t.cutoff, cell: (row: ResourceRow) => cutoff(row) ?? absent, value: cutoff },
    {
      key: 'openOrders',
      label: t.openOrders,
      cell: ({ _id }: ResourceRow) => (open ? formatCount(open.get(_id) ?? 0) : absent),
      value: ({ _id }: ResourceRow) => (open ? (open.get(_id) ?? 0) : null),
      isNumeric: true,
    },
  ];
}

/** The next delivery that can still be ordered for; null without a calendar, or with a time zone nobody knows. */
function nextOf({ values }: ResourceRow, now: number) {
  const timezone = text(values['timezone']);
  const days = values['deliveryDays'];
  if (timezone === null || !Array.isArray(days)) return null;
  try {
    const next = nextDelivery(days as DeliveryDay[], timezone, new Date(now));
    return next && { ...next, timezone };
  } catch {
    return null;
  }
}

/** `Europe/London` is London. */
function cityOf(timezone: string): string {
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}

export const branchExtras: PageExtras = { branch: { useColumns: useBranchColumns } };
