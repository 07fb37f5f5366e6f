import { useRef } from 'react';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { ScannedGoods } from '#core/labels/find-goods.ts';
import { addWeight } from '#core/labels/gs1.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import { ScanningItemPicker } from '#modules/items/web/scanning-item-picker.tsx';
import type { LocationItem } from '#modules/items/web/location-items.ts';
import { getDefaultLineUnit } from '#modules/items/web/sold-packs.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CurrencyCode } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  type AddedReceiptLine,
  type ReceiptEntryRow,
  hasArrived,
  type ReceiptLineEntry,
  type ReceiptEntryDraft,
} from './entry-draft.ts';
import { ReceiptEntryLine } from './entry-line.tsx';
import { receiptMessages } from './messages.ts';
import type { ReceiptEntryData } from './use-entry-rows.ts';

interface ReceiptEntryLinesProps {
  entry: ReceiptEntryData;
  draft: ReceiptEntryDraft;
  order: PurchaseOrder | null;
  /** Currency of the prices; null for the base currency. */
  currency: string | null;
  getCurrencyCode(currency: string | null): CurrencyCode;
  /** Error of the last attempt to save. */
  error: ApiError | null;
  onChange(changes: Partial<ReceiptEntryDraft>): void;
}

/** Lines of a receipt. Scanning a carton focuses its line and fills in lot and expiry. */
export function ReceiptEntryLines({
  entry,
  draft,
  order,
  currency,
  getCurrencyCode,
  error,
  onChange,
}: ReceiptEntryLinesProps) {
  const t = useMessages(receiptMessages).entry;
  const list = useRef<HTMLUListElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { rows, items, packs, requirements, lastReceipts } = entry;
  // Error paths contain indexes of the sent rows, which exclude rows without quantities.
  const problems = getLineErrors(error);
  const sentIndexes = new Map(rows.filter(hasArrived).map(({ key }, index) => [key, String(index)]));

  const setEntry = (key: string, values: ReceiptLineEntry) =>
    onChange({ lineEntries: { ...draft.lineEntries, [key]: { ...draft.lineEntries[key], ...values } } });
  const changeAdded = (key: string, changes: Partial<AddedReceiptLine>) =>
    onChange({
      addedLines: draft.addedLines.map((line) => (line.key === key ? { ...line, ...changes } : line)),
    });

  function focusOn(key: string): void {
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(key)}"] input`)?.focus(),
    );
  }

  function add(item: LocationItem, values: ReceiptLineEntry): void {
    const line: AddedReceiptLine = {
      ...getDefaultLineUnit(item._id, packs, item.units),
      key: newUuid(),
      itemId: item._id,
      itemName: item.name,
      replacedLineId: null,
    };
    onChange({
      addedLines: [...draft.addedLines, line],
      lineEntries: { ...draft.lineEntries, [line.key]: values },
    });
    focusOn(line.key);
  }

  /** Fills the line of scanned goods, or adds one if that line has another lot. Weights add up. */
  function fillScanned({ goods, lot, expiry, grams }: ScannedGoods<LocationItem>): void {
    const values: ReceiptLineEntry = { ...(lot !== null && { lot }), ...(expiry !== null && { expiry }) };
    const row = rows.find((row) => row.itemId === goods._id && hasMatchingLot(row, values));
    const { unitSymbol } = row ?? getDefaultLineUnit(goods._id, packs, goods.units);
    const qty = addWeight(row?.enteredValues.qty, grams, unitSymbol);
    if (qty !== null) values.qty = qty;
    if (row) {
      setEntry(row.key, values);
      focusOn(row.key);
    } else add(goods, values);
  }

  return (
    <section aria-label={t.lines} className="flex flex-col gap-3">
      {rows.length === 0 ? null : (
        <ul ref={list} aria-label={t.lines} data-quantity-grid className="divide-y rounded-md border">
          {rows.map((row) => (
            <ReceiptEntryLine
              key={row.key}
              row={row}
              requirements={requirements.get(row.itemId)}
              lastReceipts={lastReceipts.get(row.itemId) ?? []}
              units={items?.find(({ _id }) => _id === row.itemId)?.units ?? []}
              packs={packs.filter(({ itemId }) => itemId === row.itemId)}
              orderLines={order?.items ?? []}
              currency={currency}
              getCurrencyCode={getCurrencyCode}
              problem={problems.get(sentIndexes.get(row.key) ?? '') ?? null}
              onEnter={(values) => setEntry(row.key, values)}
              onChange={(changes) => changeAdded(row.key, changes)}
              onRemove={() => onChange({ addedLines: draft.addedLines.filter(({ key }) => key !== row.key) })}
            />
          ))}
        </ul>
      )}
      <Field label={rows.length === 0 ? t.addFirst : t.add} hint={t.addHint}>
        {(control) => (
          <ScanningItemPicker
            items={items ?? []}
            chosen={null}
            onChoose={(item) => (item ? add(item, {}) : undefined)}
            onScan={fillScanned}
            control={control}
            input={picker}
          />
        )}
      </Field>
    </section>
  );
}

/** Returns whether no different lot has been entered in the row. */
const hasMatchingLot = ({ enteredValues }: ReceiptEntryRow, { lot }: ReceiptLineEntry): boolean =>
  enteredValues.lot == null || enteredValues.lot === (lot ?? enteredValues.lot);
