import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReceiptRequirement, ReceiptPrice } from '../shapes.ts';
import { computePriceDifferencePercent } from '../receipt-lines.ts';
import { isWithinTolerance } from '#modules/suppliers/tolerance-rules.ts';
import { priceEffectQuery } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { missingValue, formatDay, formatPercentChange } from '#platform/web/format/format.ts';
import { type CurrencyCode, formatPrice } from '#platform/web/format/money.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { cn } from '#platform/web/cn.ts';
import type { ReceiptEntryRow } from './entry-draft.ts';
import { receiptMessages } from './messages.ts';

interface EntryPricesProps {
  row: ReceiptEntryRow;
  requirements: ReceiptRequirement | undefined;
  lastReceipts: readonly ReceiptPrice[];
  /** Currency of the price; null for the base currency. */
  currency: string | null;
  getCurrencyCode(currency: string | null): CurrencyCode;
}

/** Converts a price or percentage to micro-units. */
const toMicro = (value: number) => Math.round(value * 1e6);

/**
 * Compares a line's price with the agreed price and the last receipts. Beyond the tolerance, it offers to
 * show the effect on recipe costs. Prices in different currencies are not compared.
 */
export function EntryPrices({
  row,
  requirements,
  lastReceipts,
  currency,
  getCurrencyCode,
}: EntryPricesProps) {
  const t = useMessages(receiptMessages).entry;
  const [isEffectShown, setEffectShown] = useState(false);
  const { price, ratio, orderLine } = row;
  if (price === null) return null;
  const pricePerBaseUnit = ratio === null ? null : (price * ratio.den) / ratio.num;
  const tolerance = { percentMicro: toMicro(requirements?.priceTolerancePercent ?? 0), amount: 0 };
  const lastReceipt = lastReceipts.find(
    (receipt) => getCurrencyCode(receipt.currency) === getCurrencyCode(currency),
  );
  const lastPricePerBaseUnit = lastReceipt
    ? (lastReceipt.price * lastReceipt.unitDen) / lastReceipt.unitNum
    : null;
  const orderDifference =
    orderLine === null ? null : computePriceDifferencePercent(toMicro(price), toMicro(orderLine.price));
  const lastDifference =
    pricePerBaseUnit === null || lastPricePerBaseUnit === null
      ? null
      : computePriceDifferencePercent(toMicro(pricePerBaseUnit), toMicro(lastPricePerBaseUnit));
  const isOverTolerance =
    orderLine === null
      ? lastDifference !== null &&
        !isWithinTolerance(toMicro(pricePerBaseUnit ?? 0), toMicro(lastPricePerBaseUnit ?? 0), tolerance)
      : !isWithinTolerance(toMicro(price), toMicro(orderLine.price), tolerance);
  const differences = [
    ...(orderDifference ? [t.vsOrderPrice(formatPercentChange(orderDifference / 100))] : []),
    ...(lastDifference ? [t.vsLastReceipt(formatPercentChange(lastDifference / 100))] : []),
  ];
  if (differences.length === 0 && lastReceipts.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-xs">
      {differences.length === 0 ? null : (
        <p
          className={cn(
            'flex items-center gap-1.5',
            isOverTolerance ? 'text-status-amber' : 'text-muted-foreground',
          )}
        >
          {isOverTolerance ? <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" /> : null}
          {differences.join(' · ')}
        </p>
      )}
      {isOverTolerance ? (
        <ul aria-label={t.lastReceipts} className="text-muted-foreground">
          {lastReceipts.length === 0 ? <li>{t.firstTime}</li> : null}
          {lastReceipts.map(
            ({ lineId, day, price: paidPrice, currency: paidCurrency, unitSymbol, supplierName }) => (
              <li key={lineId}>
                <bdi>
                  {t.lastReceipt(
                    formatDay(day),
                    formatPrice(paidPrice, getCurrencyCode(paidCurrency)),
                    formatUnitName(null, unitSymbol),
                    supplierName,
                  )}
                </bdi>
              </li>
            ),
          )}
        </ul>
      ) : null}
      {isOverTolerance && getCurrencyCode(currency) === getCurrencyCode(null) && pricePerBaseUnit !== null ? (
        isEffectShown ? (
          <RecipeEffect itemId={row.itemId} unitCost={toMicro(pricePerBaseUnit) / 1e6} />
        ) : (
          <Button size="sm" className="self-start" onClick={() => setEffectShown(true)}>
            {t.effect}
          </Button>
        )
      ) : null}
    </div>
  );
}

/** Shows the cost of recipes that use the item, at the entered price. */
function RecipeEffect({ itemId, unitCost }: { itemId: string; unitCost: number }) {
  const t = useMessages(receiptMessages).entry;
  const money = useMoney();
  const { data } = useQuery(priceEffectQuery(itemId, unitCost));
  if (!data) return null;
  const formatCost = (cost: number | null) => (cost === null ? missingValue : money(cost));
  return data.length === 0 ? (
    <p className="text-muted-foreground">{t.noEffect}</p>
  ) : (
    <ul aria-label={t.effect}>
      {data.map(({ recipeId, name, before, after, percent }) => (
        <li key={recipeId}>
          <bdi>
            {t.effectOf(
              name,
              formatCost(before),
              formatCost(after),
              percent === null ? missingValue : formatPercentChange(percent / 100),
            )}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
