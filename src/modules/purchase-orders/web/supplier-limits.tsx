import { computeMissingValues, type SupplierTerms } from '../order-limits.ts';
import { readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { purchaseMessages } from './messages.ts';

/** Reads freight and limits from the row of a supplier. */
export function readSupplierTerms(row: unknown): SupplierTerms {
  const values = readRecord(readRecord(row)['values']);
  return {
    minOrderValue: readNumberValue(values['minOrderValue']),
    freight: readNumberValue(values['freight']),
    freeFreightFrom: readNumberValue(values['freeFreightFrom']),
  };
}

interface SupplierLimitsProps {
  terms: SupplierTerms;
  /** Value of the goods. */
  value: number;
  money: MoneyFormat;
}

/** States how much an order lacks for the supplier's minimum order and for free freight. */
export function SupplierLimits({ terms, value, money }: SupplierLimitsProps) {
  const t = useMessages(purchaseMessages).limits;
  const { toMinimum, toFreeFreight } = computeMissingValues(terms, value);
  const [minimum, limit] = [money(terms.minOrderValue), money(terms.freeFreightFrom)];
  const isBelow = value > 0 && toMinimum !== null && toMinimum > 0;
  const freight = terms.freight ? money(terms.freight) : null;
  return (
    <div className="w-full pt-1 text-muted-foreground text-xs empty:hidden">
      {toMinimum === null ? null : (
        <p className={isBelow ? 'text-status-amber' : undefined}>
          {isBelow ? t.belowMinimum(minimum, money(toMinimum)) : t.minimumOrder(minimum)}
        </p>
      )}
      {freight !== null && toFreeFreight === null ? <p>{t.freight(freight)}</p> : null}
      {toFreeFreight === null ? null : (
        <p>
          {value === 0
            ? t.freeFreightFrom(limit)
            : toFreeFreight === 0
              ? t.freeFreight
              : t.toFreeFreight(money(toFreeFreight), freight ?? '')}
        </p>
      )}
    </div>
  );
}
