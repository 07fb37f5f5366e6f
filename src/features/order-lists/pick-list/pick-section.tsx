import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, TriangleAlert } from 'lucide-react';
import { Quantity } from '#src/components/order/lines-table.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { PickGroup, PickRow } from './pick-list.ts';
import { pickMessages } from './pick-messages.ts';

/** One section of the walk. Its name stays in sight while its items pass. */
export function PickSection({ group }: { group: PickGroup }) {
  return (
    <section aria-label={group.name}>
      <h2 className="sticky top-(--bars-block) z-10 flex items-baseline gap-2 border-b bg-background py-2 font-semibold text-base print:static print:break-after-avoid print:py-1">
        {group.name}
        <span className="font-normal text-muted-foreground text-sm tabular-nums">{group.rows.length}</span>
      </h2>
      <ul className="divide-y">
        {group.rows.map((row) => (
          <PickItem key={row.itemId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function PickItem({ row }: { row: PickRow }) {
  const t = useMessages(pickMessages);
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:py-1">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="break-words font-medium">{row.itemName}</p>
          <p className="text-muted-foreground text-xs">{row.itemCode}</p>
          <Availability row={row} />
        </div>
        <p className="shrink-0 text-end">
          <span className="block text-muted-foreground text-xs">{t.needed}</span>
          <span className="font-semibold text-xl tabular-nums print:text-base">
            <Quantity value={row.needed} unit={row.unit} />
          </span>
          {row.picked > 0 ? (
            <span className="block text-muted-foreground text-xs tabular-nums">
              {t.picked} {formatQuantity(row.picked)}
            </span>
          ) : null}
        </p>
      </div>
      <ul
        aria-label={t.split}
        className="grid content-start gap-1 sm:grid-cols-2 print:grid-cols-2 print:gap-x-6 print:gap-y-0"
      >
        {row.shares.map((share) => (
          <li key={`${share.orderId} ${share.needed}`}>
            <Link
              to="/central-kitchen/order-processing-prep"
              search={{ order: share.orderId }}
              aria-label={t.openOrder(share.orderNo, share.branchName)}
              className="flex min-h-9 items-center justify-between gap-3 rounded-md border px-3 text-sm hover:bg-accent touch:min-h-11 print:min-h-6 print:rounded-none print:border-0 print:px-0"
            >
              <span className="flex min-w-0 items-center gap-2">
                {share.picked === null ? (
                  // Ticked on paper. On screen the line leads to its order, where it is picked.
                  <span
                    className="hidden size-4 shrink-0 rounded-sm border border-input print:block"
                    aria-hidden="true"
                  />
                ) : (
                  <Check className="size-4 shrink-0 text-status-green" aria-hidden="true" />
                )}
                <span dir="auto" className="truncate">
                  {share.branchName}
                </span>
              </span>
              <span className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
                <Quantity value={share.needed} unit={row.unit} />
                <ChevronRight
                  className="size-4 text-muted-foreground rtl:-scale-x-100 print:hidden"
                  aria-hidden="true"
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Availability({ row: { available, needed, unit } }: { row: PickRow }) {
  const t = useMessages(pickMessages);
  if (available === null) {
    return <p className="text-muted-foreground text-xs">{`${t.available}: ${t.unknown}`}</p>;
  }
  const missing = Math.round((needed - available) * 1e6) / 1e6;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      <span className="text-muted-foreground">
        {t.available} <Quantity value={available} unit={unit} />
      </span>
      {missing > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-status-amber">
          <TriangleAlert className="size-3.5" aria-hidden="true" />
          {t.missing(formatAmount(missing, unit))}
        </span>
      ) : null}
    </p>
  );
}
