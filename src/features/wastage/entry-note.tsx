import { TriangleAlert } from 'lucide-react';
import type { Wastage } from '#contract/wastage.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { wasteMessages } from './messages.ts';
import type { WasteItem } from './use-waste-items.ts';
import { costOf, type WasteUnit, warningFor } from './waste-units.ts';

interface EntryNoteProps {
  item: WasteItem | null;
  unit: WasteUnit | null;
  qty: number | null;
  past: readonly Wastage[];
}

/** What the record will cost, and what is odd about it; said before it is saved. */
export function EntryNote({ item, unit, qty, past }: EntryNoteProps) {
  const t = useMessages(wasteMessages).entry;
  const money = useMoney();
  const base = item?.units[0]?.symbol ?? '';
  const ofItem = past.filter((record) => record.item === item?._id);
  const cost = item && unit && qty !== null ? costOf(qty, unit, item.shelf) : null;
  const warning = item && unit && qty !== null ? warningFor(qty, unit, item.shelf, ofItem) : null;
  return (
    <div role="status" className="flex min-h-9 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {item && unit && qty !== null ? (
        <span>
          <span className="text-muted-foreground">{t.cost}</span>{' '}
          <span className="font-semibold tabular-nums">{cost === null ? t.costUnknown : money(cost)}</span>
        </span>
      ) : null}
      {warning ? (
        <span className="inline-flex items-center gap-1.5 text-status-amber">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning.kind === 'more'
            ? t.more(formatAmount(warning.onHand, base))
            : t.unlikely(formatAmount(warning.usual, unit?.symbol ?? ''))}
        </span>
      ) : item && item.shelf.onHand !== null ? (
        <span className="text-muted-foreground">{t.onHand(formatAmount(item.shelf.onHand, base))}</span>
      ) : null}
    </div>
  );
}
