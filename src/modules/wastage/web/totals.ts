import { useQuery } from '@tanstack/react-query';
import type { Wastage } from '../shapes.ts';
import { type WastageFilters, wastageQuery } from './queries.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { addDays } from '#core/day.ts';
import { useToday } from '#platform/web/use-today.ts';
import { wasteMessages } from './messages.ts';
import { useWasteReason } from './waste-reasons.ts';

/** Total cost of one reason or item. */
export interface WasteTotal {
  key: string;
  name: string;
  cost: number;
  records: number;
}

/** Totals the cost of records by key, highest first. Groups beyond `maxGroups` are combined without a key. */
export function totalWasteBy(
  records: readonly Wastage[],
  getKey: (record: Wastage) => { key: string; name: string },
  maxGroups = 6,
): WasteTotal[] {
  const byKey = new Map<string, WasteTotal>();
  for (const record of records) {
    const { key, name } = getKey(record);
    const total = byKey.get(key) ?? { key, name, cost: 0, records: 0 };
    byKey.set(key, { ...total, cost: addCost(total.cost, record.cost), records: total.records + 1 });
  }
  const sorted = [...byKey.values()].toSorted((a, b) => b.cost - a.cost || a.name.localeCompare(b.name));
  if (sorted.length <= maxGroups) return sorted;
  const remainingTotals = sorted.slice(maxGroups - 1);
  return [
    ...sorted.slice(0, maxGroups - 1),
    remainingTotals.reduce(
      (sum, total) => ({ ...sum, cost: addCost(sum.cost, total.cost), records: sum.records + total.records }),
      { key: '', name: '', cost: 0, records: 0 },
    ),
  ];
}

/** Adds in ten-thousandths, which is exact. */
function addCost(a: number, b: number): number {
  return Math.round((a + b) * 1e4) / 1e4;
}

const maxRecords = 500;

/** Returns waste totals by reason and by item for the chosen days, by default the last 30. */
export function useWasteTotals({ branch, from, to }: WastageFilters) {
  const t = useMessages(wasteMessages);
  const getReasonName = useWasteReason();
  const monthAgo = addDays(useToday(), -30);
  const isChosen = from !== undefined || to !== undefined;
  const days = isChosen ? { from, to } : { from: monthAgo };
  const { data } = useQuery({
    ...wastageQuery({ branch, ...days, status: 'Posted', limit: maxRecords }),
    refetchOnMount: 'always',
  });
  const records = data?.rows ?? null;
  const isCapped = data?.total != null && data.total > data.rows.length;
  const periodLabel = isChosen ? t.totals.selectedDates : t.totals.last30;
  return {
    records,
    note: isCapped ? `${periodLabel}. ${t.totals.capped(formatCount(data.rows.length))}` : periodLabel,
    byReason:
      records && totalWasteBy(records, ({ reason }) => ({ key: reason, name: getReasonName(reason) })),
    byItem: records && totalWasteBy(records, ({ item, itemName }) => ({ key: item, name: itemName })),
  };
}
