import { useQuery } from '@tanstack/react-query';
import type { Recall } from '../shapes.ts';
import { canRead } from '#core/permissions.ts';
import { recallSalesQuery } from './queries/recalls.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';

/** Sales of menu items that used lots in scope, for users who may read sales. */
export function RecallSales({ recall }: { recall: Recall }) {
  const t = useMessages(lotPageMessages).recall;
  const sales = useQuery({ ...recallSalesQuery(recall._id), enabled: canRead(useUser(), 'sales') });
  if (!sales.isEnabled) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.sales}</h2>
      {sales.data === undefined ? (
        sales.isError ? (
          <LoadFailed title={t.salesFailed} error={sales.error} onRetry={() => void sales.refetch()} />
        ) : (
          <Skeleton className="h-24" />
        )
      ) : sales.data.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.salesNone}</p>
      ) : (
        <>
          <p className="text-muted-foreground text-sm">{t.salesHint}</p>
          <FactTable
            label={t.sales}
            rows={sales.data}
            getKey={({ dayId, tillItem }) => `${dayId} ${tillItem}`}
            columns={[
              {
                heading: t.day,
                cell: ({ day }) => <span className="whitespace-nowrap">{formatDay(day)}</span>,
              },
              { heading: t.branch, cell: ({ branchName }) => <bdi>{branchName}</bdi> },
              { heading: t.tillItem, isName: true, cell: ({ tillItem }) => <bdi>{tillItem}</bdi> },
              { heading: t.sold, isNumeric: true, cell: ({ qty }) => formatQuantity(qty) },
              { heading: t.contains, cell: ({ itemName }) => <bdi>{itemName}</bdi> },
              { heading: t.certainty, cell: ({ basis }) => t.basis[basis] },
            ]}
          />
        </>
      )}
    </section>
  );
}
