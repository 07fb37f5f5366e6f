import { TriangleAlert } from 'lucide-react';
import type { OrderLine } from '#contract/orders.ts';
import type { LineFigures } from '#src/collections/orders/queries.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { type CurrencyCode, formatMoney } from '#src/lib/format/money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lineWarning } from '../guide/line-warning.ts';
import { orderPanelTexts } from './panel-messages.ts';
import { warningText } from '../guide/warning-text.ts';

interface ReviewFiguresProps {
  line: OrderLine;
  figures: LineFigures;
  /** What would be approved, typed or saved. */
  approved: number;
  currency: CurrencyCode;
  showsCosts: boolean;
}

/** What there is to review a line by: what the branch has and usually orders, what the kitchen has, and what is odd. */
export function ReviewFigures({ line, figures, approved, currency, showsCosts }: ReviewFiguresProps) {
  const t = useMessages(orderPanelTexts).review;
  const { onHand, inTransit, alreadyOrdered, par, lastOrderQty, averageQty, kitchenAvailable } = figures;
  const coming =
    inTransit === null && alreadyOrdered === null ? null : (inTransit ?? 0) + (alreadyOrdered ?? 0);
  const facts: readonly (readonly [string, number | null])[] = [
    [t.onHand, onHand],
    [t.coming, coming],
    [t.par, par],
    [t.last, lastOrderQty],
    [t.average, averageQty],
    [t.kitchen, kitchenAvailable],
  ];
  const warning = lineWarning({ ...figures, suggestedQty: null, orderMultiple: null }, approved);
  const said = warningText(warning, approved, line.unitSymbol);
  return (
    <>
      <dl className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-xs tabular-nums">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="flex gap-1">
              <dt className="text-muted-foreground">{label}</dt>
              <dd>
                <bdi>{formatQuantity(Math.round(value * 100) / 100)}</bdi>
              </dd>
            </div>
          ),
        )}
        {showsCosts ? (
          <div className="flex gap-1">
            <dt className="text-muted-foreground">{t.value}</dt>
            <dd>
              <bdi>{formatMoney(approved * line.unitCost, currency)}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      {said ? (
        <p className="flex items-start gap-1 pt-1 text-status-amber text-xs">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          {said}
        </p>
      ) : null}
    </>
  );
}
