import { Ellipsis, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReceiptRequirement, ReceiptPrice } from '../shapes.ts';
import type { PurchaseLine } from '#modules/purchase-orders/shapes.ts';
import { findExceededBound } from '#modules/orders/temperature.ts';
import { formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import type { LocationItemUnit } from '#modules/items/web/location-items.ts';
import { LineUnitChoice, type SoldPack } from '#modules/items/web/sold-packs.tsx';
import { parseDegrees } from '#platform/web/format/degrees.ts';
import { type CurrencyCode, formatPrice } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import {
  type AddedReceiptLine,
  type ReceiptEntryRow,
  getReceiptExpiry,
  hasArrived,
  type ReceiptLineEntry,
} from './entry-draft.ts';
import { EntryPrices } from './entry-prices.tsx';
import { receiptMessages } from './messages.ts';

interface ReceiptEntryLineProps {
  row: ReceiptEntryRow;
  /** Receipt requirements of the item; undefined while loading. */
  requirements: ReceiptRequirement | undefined;
  lastReceipts: readonly ReceiptPrice[];
  /** Units in which an added line can be counted. */
  units: readonly LocationItemUnit[];
  packs: readonly SoldPack[];
  /** Order lines that an added line can replace. */
  orderLines: readonly PurchaseLine[];
  currency: string | null;
  getCurrencyCode(currency: string | null): CurrencyCode;
  problem: string | null;
  onEnter(values: ReceiptLineEntry): void;
  onChange(changes: Partial<AddedReceiptLine>): void;
  onRemove(): void;
}

/** One received line: quantity and price. Fields required by the item are shown, others are collapsed. */
export function ReceiptEntryLine(props: ReceiptEntryLineProps) {
  const { row, requirements, problem, onEnter, onRemove } = props;
  const t = useMessages(receiptMessages).entry;
  const today = useToday();
  const detailsId = useId();
  const [isExpanded, setExpanded] = useState(false);
  const { itemName, unitSymbol, orderLine, addedLine, enteredValues, qty } = row;
  const currency = props.getCurrencyCode(props.currency);
  const isReceived = hasArrived(row);
  const expiry = getReceiptExpiry(row, requirements, today);
  const isProposed = enteredValues.expiry === undefined && expiry !== null;
  const needsReason =
    (enteredValues.rejectedQty ?? 0) > 0 || problem !== null || enteredValues.reason != null;
  const isOpen =
    isExpanded ||
    [enteredValues.rejectedQty, enteredValues.freeQty, enteredValues.note].some((value) => value != null);
  return (
    <li data-line={row.key} className="flex flex-col gap-2 px-3 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]">
        <div className="min-w-0 self-center max-sm:col-span-2">
          <p className="break-words font-medium text-sm">{itemName}</p>
          {orderLine === null ? (
            <AddedLineUnit {...props} />
          ) : (
            <p className="text-muted-foreground text-xs">
              {t.outstanding(
                formatAmount(orderLine.outstanding, ''),
                formatAmount(orderLine.qty, unitSymbol),
              )}
              {orderLine.listPrice === null
                ? null
                : ` · ${t.discounted(formatPrice(orderLine.price, currency), formatPrice(orderLine.listPrice, currency))}`}
            </p>
          )}
        </div>
        <CellLabel label={t.accepted} isNumeric>
          <QuantityCell
            label={t.qty(itemName)}
            value={qty}
            column="qty"
            cell={`qty ${row.key}`}
            unit={row.isWhole ? null : unitSymbol}
            isWhole={row.isWhole}
            suggestion={orderLine?.outstanding ?? null}
            onCommit={(next) => onEnter({ qty: next })}
          />
        </CellLabel>
        <CellLabel label={t.priceColumn} isNumeric className="max-sm:col-span-2">
          <QuantityCell
            label={t.price(itemName)}
            value={row.price}
            column="price"
            cell={`price ${row.key}`}
            onCommit={(price) => onEnter({ price })}
          />
        </CellLabel>
        <div className="flex justify-end max-sm:col-start-3 max-sm:row-start-1">
          <Button
            size="icon"
            variant="ghost"
            aria-label={t.showDetails(itemName)}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setExpanded(!isOpen)}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
          {addedLine === null ? null : (
            <Button size="icon" variant="ghost" aria-label={t.remove(itemName)} onClick={onRemove}>
              <X aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
      <EntryPrices
        row={row}
        requirements={requirements}
        lastReceipts={props.lastReceipts}
        currency={props.currency}
        getCurrencyCode={props.getCurrencyCode}
      />
      <div
        id={detailsId}
        className="grid grid-cols-[repeat(2,minmax(min-content,1fr))] items-end gap-3 empty:hidden sm:grid-cols-4"
      >
        {isOpen ? (
          <>
            <CellLabel label={t.rejected} isNumeric>
              <QuantityCell
                label={t.fieldOf(itemName, t.rejected)}
                value={enteredValues.rejectedQty ?? null}
                column="rejected"
                cell={`rejected ${row.key}`}
                isWhole={row.isWhole}
                onCommit={(rejectedQty) => onEnter({ rejectedQty })}
              />
            </CellLabel>
            <CellLabel label={t.free} isNumeric>
              <QuantityCell
                label={t.fieldOf(itemName, t.free)}
                value={enteredValues.freeQty ?? null}
                column="free"
                cell={`free ${row.key}`}
                isWhole={row.isWhole}
                onCommit={(freeQty) => onEnter({ freeQty })}
              />
            </CellLabel>
          </>
        ) : null}
        {requirements?.isPieces && isReceived ? (
          <CellLabel label={t.pieces} isNumeric>
            <QuantityCell
              label={t.fieldOf(itemName, t.pieces)}
              value={enteredValues.pieces ?? null}
              column="pieces"
              cell={`pieces ${row.key}`}
              isWhole
              onCommit={(pieces) => onEnter({ pieces })}
            />
          </CellLabel>
        ) : null}
        {(requirements?.tracksLots && isReceived) || (isOpen && enteredValues.lot != null) ? (
          <>
            <CellLabel label={t.lot}>
              <Input
                aria-label={t.fieldOf(itemName, t.lot)}
                dir="ltr"
                maxLength={60}
                placeholder={requirements?.requiresLotNumber === false ? t.autoLot : undefined}
                value={enteredValues.lot ?? ''}
                onChange={(event) => onEnter({ lot: event.currentTarget.value || null })}
              />
            </CellLabel>
            <CellLabel label={isProposed ? t.proposedExpiry : t.expiry}>
              <DateInput
                aria-label={t.fieldOf(itemName, t.expiry)}
                value={expiry ?? ''}
                onChange={(event) => onEnter({ expiry: event.currentTarget.value || null })}
              />
            </CellLabel>
          </>
        ) : null}
        {requirements && (requirements.minTemp !== null || requirements.maxTemp !== null) && isReceived ? (
          <TemperatureInput
            label={t.fieldOf(itemName, t.temperature)}
            requirements={requirements}
            value={enteredValues.temperature ?? null}
            onChange={(temperature) => onEnter({ temperature })}
          />
        ) : null}
        {isOpen || problem !== null ? (
          <CellLabel label={t.note} className="col-span-2">
            <Input
              aria-label={t.fieldOf(itemName, t.note)}
              maxLength={500}
              value={enteredValues.note ?? ''}
              onChange={(event) => onEnter({ note: event.currentTarget.value || null })}
            />
          </CellLabel>
        ) : null}
        {isOpen || needsReason ? (
          <div className="col-span-2">
            <ReasonChoice
              use="forReceiving"
              label={t.reasonFor(itemName)}
              value={enteredValues.reason ?? null}
              isMissing={false}
              isRequired={needsReason}
              onChange={(reason) => onEnter({ reason })}
            />
          </div>
        ) : null}
      </div>
      {requirements?.requiresPhoto && isReceived ? (
        <p className="text-muted-foreground text-xs">{t.photo}</p>
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-status-red">
          {problem}
        </p>
      )}
    </li>
  );
}

/** Selects the unit or pack of an added line and the order line that it replaces. */
function AddedLineUnit({ row, units, packs, orderLines, onChange, onEnter }: ReceiptEntryLineProps) {
  const t = useMessages(receiptMessages).entry;
  const { addedLine, itemName, enteredValues } = row;
  if (addedLine === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <LineUnitChoice
        label={t.unit(itemName)}
        lineUnit={addedLine}
        packs={packs}
        units={units}
        onChange={onChange}
      />
      {orderLines.length === 0 ? null : (
        <Select
          aria-label={t.replacedLine(itemName)}
          className="w-auto min-w-0 max-w-full"
          value={addedLine.replacedLineId ?? ''}
          onChange={(event) => onChange({ replacedLineId: event.currentTarget.value || null })}
        >
          <option value="">{t.notOrdered}</option>
          {orderLines.map(({ lineId, itemName: name, unitSymbol }) => (
            <option key={lineId} value={lineId}>
              {`${name}, ${unitSymbol}`}
            </option>
          ))}
        </Select>
      )}
      {addedLine.replacedLineId === null ? null : (
        <div className="w-24">
          <QuantityCell
            label={t.replacedQuantity(itemName)}
            value={enteredValues.coversQty ?? null}
            column="covers"
            cell={`covers ${row.key}`}
            unit={t.replaced}
            onCommit={(coversQty) => onEnter({ coversQty })}
          />
        </div>
      )}
    </div>
  );
}

interface TemperatureInputProps {
  label: string;
  requirements: ReceiptRequirement;
  value: number | null;
  onChange(value: number | null): void;
}

/** Temperature of the goods on receipt. */
function TemperatureInput({ label, requirements, value, onChange }: TemperatureInputProps) {
  const t = useMessages(receiptMessages).entry;
  const [draftText, setDraftText] = useState<string | null>(null);
  const isInvalid = draftText !== null && draftText.trim() !== '' && parseDegrees(draftText) === null;
  const isOutside =
    value !== null &&
    findExceededBound(value, { min: requirements.minTemp, max: requirements.maxTemp }) !== null;
  function commit(): void {
    if (draftText === null || isInvalid) return;
    setDraftText(null);
    onChange(parseDegrees(draftText));
  }
  return (
    <CellLabel label={isInvalid ? t.badTemperature : t.temperature}>
      <Input
        dir="ltr"
        inputMode="text"
        className="text-end tabular-nums"
        aria-label={label}
        aria-invalid={isInvalid || isOutside}
        value={draftText ?? formatQuantityInput(value)}
        onChange={(event) => setDraftText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => (event.key === 'Enter' ? commit() : undefined)}
      />
    </CellLabel>
  );
}
