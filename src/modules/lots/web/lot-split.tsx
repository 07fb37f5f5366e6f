import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { totalLotAmount, getExpiryState, type LotAmounts, type LotChoice, matchLots } from '../choose.ts';
import { matchesGtin, convertGrams, readNetGrams, readGs1 } from '#core/labels/gs1.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Expiry } from './expiry.tsx';
import { lotMessages } from './lot-messages.ts';

export interface LotSplitProps {
  lots: readonly LotChoice[];
  amounts: LotAmounts;
  unit: string;
  /** Whether quantities must be whole numbers. */
  isWhole?: boolean;
  /** Today at the location. */
  day: string;
  /** The day before which a lot should not expire; today by default. */
  validThrough?: string | undefined;
  /** Required total; scanning a lot fills the quantity up to it. */
  requiredQty: number;
  /** Barcodes of the item, used to reject cartons of other items. Empty if unknown. */
  barcodes?: readonly string[];
  /** Whether held or expired lots may be chosen, for wastage. */
  allowsUnusableLots?: boolean;
  /** Whether the current split is a proposal; the first scanned lot then replaces it. */
  isProposed: boolean;
  onChange(amounts: LotAmounts): void;
}

/** Splits a quantity over one or several lots, by entering quantities, or by scanning or entering codes. */
export function LotSplit(props: LotSplitProps) {
  const {
    lots,
    amounts,
    unit,
    day,
    validThrough,
    requiredQty,
    barcodes = [],
    allowsUnusableLots = false,
    onChange,
  } = props;
  const t = useMessages(lotMessages);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState('');
  const [searchError, setSearchError] = useState<string | null>(null);
  const [focusedLot, setFocusedLot] = useState<{ code: string } | null>(null);
  useScan((code) => {
    choose(code);
    return undefined;
  });

  useEffect(() => {
    if (focusedLot === null) return;
    const box = list.current?.querySelector(`[data-lot="${CSS.escape(focusedLot.code)}"] input`);
    if (box instanceof HTMLInputElement) box.focus();
  }, [focusedLot]);

  const getBlocker = ({ expiry, isHeld }: LotChoice): string | null => {
    if (allowsUnusableLots) return null;
    return isHeld ? t.onHold : getExpiryState(expiry, day) === 'expired' ? t.expired : null;
  };

  function setAmount(code: string, qty: number): void {
    const { [code]: _, ...others } = amounts;
    onChange(qty > 0 ? { ...others, [code]: qty } : others);
  }

  function choose(text: string): void {
    const [lot, ...otherMatches] = matchLots(text, lots, day);
    const gtin = readGs1(text, day)?.gtin;
    const isOther =
      typeof gtin === 'string' &&
      barcodes.length > 0 &&
      !barcodes.some((barcode) => matchesGtin(gtin, barcode));
    const reason = lot && getBlocker(lot);
    setSearchError(
      isOther
        ? t.otherItem
        : !lot
          ? t.notFound(readGs1(text, day)?.lot ?? text)
          : otherMatches.length > 0
            ? t.several
            : reason
              ? t.notUsable(lot.lot || t.none, reason)
              : null,
    );
    if (isOther || !lot || otherMatches.length > 0 || reason) return;
    setQuery('');
    const previous = props.isProposed ? {} : amounts;
    const leftMicro = toMicro(requiredQty) - toMicro(totalLotAmount(previous));
    const weight = convertGrams(readNetGrams(text) ?? Number.NaN, unit);
    const { [lot.lot]: currentQty } = previous;
    // For weighed goods, each carton adds its weight; otherwise the first scan fills up the required total.
    if (weight) onChange({ ...previous, [lot.lot]: fromMicro(toMicro(currentQty ?? 0) + toMicro(weight)) });
    else if (currentQty === undefined)
      onChange({ ...previous, [lot.lot]: Math.min(lot.available, fromMicro(Math.max(0, leftMicro))) });
    setFocusedLot({ code: lot.lot });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (query.trim() !== '') choose(query);
  }

  const matches = new Set(matchLots(query, lots, day));
  return (
    <div className="flex flex-col gap-3">
      <Field label={t.find} error={searchError} hint={t.findHint}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            aria-controls={listId}
            value={query}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setSearchError(null);
            }}
          />
        )}
      </Field>
      <ul
        ref={list}
        id={listId}
        data-quantity-grid
        aria-label={t.title}
        className="divide-y rounded-md border"
      >
        {lots.map((lot) => {
          const qty = amounts[lot.lot] ?? null;
          if (!matches.has(lot) && qty === null) return null;
          const reason = getBlocker(lot);
          const name = lot.lot || t.none;
          return (
            <li
              key={lot.lot}
              data-lot={lot.lot}
              className="flex min-h-12 items-center justify-between gap-3 px-3 py-1.5 text-sm"
            >
              <div className="min-w-0">
                <bdi className="break-words font-medium">{name}</bdi>
                <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
                  <Expiry expiry={lot.expiry} day={day} validThrough={validThrough} />
                  {lot.isHeld ? <span className="text-destructive">{t.onHold}</span> : null}
                  <bdi>{t.onHand(formatAmount(lot.available, unit))}</bdi>
                </p>
              </div>
              {reason !== null && qty === null ? null : (
                <QuantityCell
                  label={t.amount(name)}
                  value={qty}
                  unit={unit}
                  column="lot"
                  isWhole={props.isWhole ?? false}
                  warn={(value) =>
                    (value ?? 0) > lot.available ? t.onlyOnHand(formatAmount(lot.available, unit)) : null
                  }
                  error={reason === null ? null : t.notUsable(name, reason)}
                  suggestion={Math.min(lot.available, requiredQty)}
                  onCommit={(value) => setAmount(lot.lot, value ?? 0)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
