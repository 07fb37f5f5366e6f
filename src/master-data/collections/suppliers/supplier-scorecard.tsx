import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { number } from '#contract/tolerant.ts';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { absent, formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { suppliersMessages } from './messages.ts';

/** What a supplier promises; what came of it needs receipts, and until there are any it says so. */
export function SupplierScorecard({ row }: { row: ResourceRow }) {
  const t = useMessages(suppliersMessages).supplier;
  const leadTime = number(row.values['leadTimeDays']);
  const figures = ['onTime', 'complete', 'priceChanges'] as const;
  return (
    <>
      <p className="pb-3 text-muted-foreground text-sm">{t.noReceipts}</p>
      <FactList
        facts={[
          {
            key: 'leadTime',
            label: t.promised,
            value: leadTime === null ? absent : t.days(formatCount(leadTime), leadTime),
          },
          ...figures.map((key) => ({ key, label: t[key], value: t.notYet })),
        ]}
      />
    </>
  );
}
