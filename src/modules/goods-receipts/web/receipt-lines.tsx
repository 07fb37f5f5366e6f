import { Undo2 } from 'lucide-react';
import type { GoodsReceipt, GoodsReceiptLine } from '../shapes.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { LineFacts } from '#platform/documents/web/line-facts.tsx';
import { formatDay } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { cn } from '#platform/web/cn.ts';
import { receiptMessages } from './messages.ts';

interface ReceiptLinesProps {
  receipt: GoodsReceipt;
  money: MoneyFormat;
  baseMoney: MoneyFormat;
  /** Reverses one line; null if the action is not offered. */
  onReverseLine: ((line: GoodsReceiptLine) => void) | null;
}

/** Lines of a receipt with accepted quantity, lot and landed cost. */
export function ReceiptLines({ receipt, money, baseMoney, onReverseLine }: ReceiptLinesProps) {
  const t = useMessages(receiptMessages).panel;
  const reasonText = useReasonText();
  return (
    <section aria-label={t.lines}>
      <h3 className="pb-1 font-semibold text-sm">{t.lines}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {receipt.items.map((line) => {
          const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
          const buildQuantityFact = (label: string, qty: number): [string, string][] =>
            qty === 0 ? [] : [[label, formatQty(qty)]];
          const facts: [string, string][] = [
            [t.qty, formatQty(line.qty)],
            ...buildQuantityFact(t.rejected, line.rejectedQty),
            ...buildQuantityFact(t.free, line.freeQty),
            ...(line.pieces === null ? [] : ([[t.pieces, String(line.pieces)]] as [string, string][])),
            ...(line.temperature === null
              ? []
              : ([[t.temperature, t.degrees(String(line.temperature))]] as [string, string][])),
            ...(line.listPrice === null
              ? []
              : ([[t.listPrice, money.price(line.listPrice)]] as [string, string][])),
            [t.price, money.price(line.price)],
            [t.value, money(line.value)],
            ...(line.charge === 0 ? [] : ([[t.charge, money(line.charge)]] as [string, string][])),
            [t.landed, baseMoney(line.landedValue)],
          ];
          const reason = reasonText(line);
          return (
            <li key={line.lineId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <p className={cn('break-words font-medium', line.isReversed && 'line-through')}>
                  {line.itemName}
                </p>
                <p className="text-muted-foreground text-xs">
                  <bdi>{line.unitSymbol}</bdi> · {line.itemCode}
                </p>
                {line.substituteForName === null ? null : (
                  <p className="text-muted-foreground text-xs">{t.substituteFor(line.substituteForName)}</p>
                )}
                {line.lot === null ? null : (
                  <p className="text-xs">
                    {t.lot(line.lot, line.expiry === null ? '' : formatDay(line.expiry))}
                  </p>
                )}
                {reason === '' ? null : <p className="text-status-amber text-xs">{reason}</p>}
                {line.note ? <p className="text-muted-foreground text-xs">“{line.note}”</p> : null}
                {line.isReversed ? <p className="text-muted-foreground text-xs">{t.reversed}</p> : null}
              </div>
              {/* The reverse button is sticky, so that it stays next to wide rows. */}
              <div className="ms-auto flex min-w-0 items-center gap-x-4">
                <LineFacts facts={facts} className="min-w-0 justify-end" />
                {onReverseLine === null || line.isReversed ? null : (
                  <Button
                    size="icon"
                    variant="ghost"
                    className="shrink-0"
                    aria-label={t.reverseLine(line.itemName)}
                    onClick={() => onReverseLine(line)}
                  >
                    <Undo2 aria-hidden="true" />
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
