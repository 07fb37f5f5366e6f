import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WastageFilters, wastageQuery } from '#src/collections/documents/wastage.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { wasteMessages } from './messages.ts';
import { totalsBy } from './totals.ts';
import { reasonIn } from './wastage-columns.tsx';

const dayMs = 86_400_000;
const atMost = 500;

/** What was thrown away in the days chosen, the last 30 where none are, by reason and by item. */
export function useWasteTotals({ branch, from, to }: WastageFilters) {
  const t = useMessages(wasteMessages);
  const [monthAgo] = useState(() => new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10));
  const isChosen = from !== undefined || to !== undefined;
  const days = isChosen ? { from, to } : { from: monthAgo };
  const { data } = useQuery({
    ...wastageQuery({ branch, ...days, status: 'Posted', limit: atMost }),
    refetchOnMount: 'always',
  });
  const records = data?.rows ?? null;
  const isCapped = data?.total != null && data.total > data.rows.length;
  const ofDays = isChosen ? t.totals.chosen : t.totals.last30;
  return {
    records,
    note: isCapped ? `${ofDays}. ${t.totals.capped(formatCount(data.rows.length))}` : ofDays,
    byReason: records && totalsBy(records, ({ reason }) => ({ key: reason, name: reasonIn(t, reason) })),
    byItem: records && totalsBy(records, ({ item, itemName }) => ({ key: item, name: itemName })),
  };
}
