import { Link } from '@tanstack/react-router';
import { CornerDownRight } from 'lucide-react';
import type { LotTrace, TracedLot } from '../shapes.ts';
import type { HoldableLot } from './queries/lots.ts';
import { cn } from '#platform/web/cn.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { HoldButton, LotPills } from './lot-hold.tsx';
import { LotTotals } from './lot-totals.tsx';
import { lotPageMessages } from './messages.ts';

interface LotTreeProps {
  tree: LotTrace['tree'];
  root: TracedLot['lot'];
  direction: LotTrace['direction'];
  /** Opens the dialog that holds or releases a lot. */
  onOpenHold(lot: HoldableLot): void;
}

/** Lots made from this one, or those it was made from, nearest first, each with its own totals. */
export function LotTree({ tree, root, direction, onOpenHold }: LotTreeProps) {
  const t = useMessages(lotPageMessages);
  const lots = new Map([root, ...tree.map(({ lot }) => lot)].map((lot) => [lot._id, lot]));
  type Link = LotTrace['tree'][number]['links'][number];
  const formatLinkText = (product: TracedLot['lot'], { kind, lotId, qty }: Link) => {
    const linkedLot = lots.get(lotId);
    // The quantity is in the unit of the input lot, which may differ from the product's.
    const { unitSymbol } = direction === 'forward' ? (linkedLot ?? product) : product;
    const formatLink = t.tree.link[kind === 'batch' ? 'batch' : 'arrival'][direction];
    return formatLink(formatAmount(qty, unitSymbol), linkedLot ? (linkedLot.lot ?? t.none) : lotId);
  };
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{t.tree[direction]}</h2>
        <div
          role="group"
          aria-label={t.tree.direction}
          className="inline-flex rounded-md border p-0.5 print:hidden"
        >
          {(['forward', 'backward'] as const).map((option) => (
            <Link
              key={option}
              to="."
              replace
              search={(old: object) => ({ ...old, direction: option === 'backward' ? option : undefined })}
              aria-current={option === direction}
              className={cn(
                'touch:inline-flex touch:min-h-11 items-center rounded px-3 py-1 text-xs',
                option === direction
                  ? 'bg-selected font-medium'
                  : 'text-muted-foreground hover:text-foreground',
              )}
            >
              {t.tree.directions[option]}
            </Link>
          ))}
        </div>
      </div>
      {tree.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.tree.none[direction]}</p>
      ) : (
        <ul aria-label={t.tree[direction]} className="flex flex-col gap-2">
          {tree.map(({ lot, depth, links, totals }) => (
            <li
              key={lot._id}
              className="rounded-lg border bg-card p-3"
              style={{ marginInlineStart: `${Math.min(depth - 1, 4)}rem` }}
            >
              <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <CornerDownRight
                    className="size-4 text-muted-foreground rtl:-scale-x-100"
                    aria-hidden="true"
                  />
                  <bdi className="font-medium">{lot.lot ?? t.none}</bdi>
                  <bdi className="text-muted-foreground text-xs">{lot.itemName}</bdi>
                  <LotPills lot={lot} />
                  <span className="ms-auto text-muted-foreground text-xs">
                    {links.map((link) => formatLinkText(lot, link)).join(' · ')}
                  </span>
                </summary>
                <div className="flex flex-col gap-3 pt-3">
                  <LotTotals totals={totals} unit={lot.unitSymbol} />
                  <div className="flex flex-wrap items-center gap-2 print:hidden">
                    <HoldButton lot={lot} onOpen={onOpenHold} />
                    <Link
                      to="."
                      search={(old: object) => ({ ...old, item: lot.itemId, lot: lot.lot ?? '' })}
                      className="touch:inline-flex touch:min-h-11 items-center text-primary text-sm underline-offset-4 hover:underline"
                    >
                      {t.traceLot(lot.lot ?? t.none)}
                    </Link>
                  </div>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
