import { TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ItemPicture } from '#modules/items/web/item-picture.tsx';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { wrongItemReason } from '#core/reasons/read-reason.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { localizeRefusal } from '#modules/master-data/web/localize-refusal.ts';
import { receivingMessages } from './messages.ts';
import { ReceiptTemperature } from './receipt-temperature.tsx';
import {
  getReceiptEntry,
  getKitchenReason,
  isPhotoMissing,
  isReasonMissing,
  findTemperatureRefusal,
  type LineOutcome,
  type ReceivedLotsError,
  findReceivedLotsError,
  computeOutcome,
  type OrderReceiptDraft,
  type ReceiptEntry,
} from './receipt.ts';

/** Loaded on demand, because deliveries rarely contain lots other than those shipped. */
const ReceiptLots = lazyView(async () => (await import('./receipt-lots.tsx')).ReceiptLots);

interface ReceiptLineProps {
  line: OrderLine;
  docType: 'orders' | 'transfers';
  receipt: OrderReceiptDraft;
  error: string | null;
  disabled: boolean;
  /** Whether the unit allows only whole numbers. */
  isWhole: boolean;
  /** Photos of the line, and the button that adds one. */
  photos: ReactNode;
  /** Whether a photo is attached or being uploaded. */
  hasPhoto: boolean;
  /** The ordered item that this line replaces; null if it isn't a substitute. */
  replacedItem: string | null;
  onChange(change: Partial<ReceiptEntry>): void;
}

/** Column headings, shown where the layout has columns. */
export function ReceiptLineHeadings() {
  const t = useMessages(receivingMessages).panel;
  return (
    <div
      aria-hidden="true"
      className={`${lineGrid} hidden border-b pb-1.5 font-medium text-muted-foreground text-xs sm:grid`}
    >
      <span>{t.item}</span>
      <span className="text-end">{t.shipped}</span>
      <span className="text-end">{t.accepted}</span>
      <span>{t.difference}</span>
      <span className="invisible">{t.problem}</span>
    </div>
  );
}

const lineGrid = 'gap-x-3 sm:grid-cols-[minmax(0,1fr)_5rem_9rem_8rem_6.5rem]';

/**
 * One line of a delivery: quantities shipped and accepted and the difference; damage, reason and note on
 * demand.
 */
export function ReceiptLine(props: ReceiptLineProps) {
  const { line, receipt, error, disabled, isWhole, photos, hasPhoto, replacedItem, docType, onChange } =
    props;
  const t = useMessages(receivingMessages).panel;
  const hasPad = useNumberPad() !== null;
  const [isExpanded, setExpanded] = useState(false);
  const entry = getReceiptEntry(line, receipt);
  const outcome = computeOutcome(line, receipt);
  const reason = getKitchenReason(line);
  const formatReason = useReasonText();
  const hasDifference = outcome.accepted !== null && !outcome.isAsShipped;
  const temperatureError = findTemperatureRefusal(line, receipt);
  const isOpen = isExpanded || hasDifference || entry.lots !== '' || isOutOfBounds(temperatureError);
  return (
    <li className="flex flex-col gap-2 py-2.5">
      <div className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1.5 ${lineGrid}`}>
        <div className="flex min-w-0 gap-2">
          <ItemPicture itemId={line.itemId} />
          <div className="min-w-0">
            <p className="break-words font-medium">{line.itemName}</p>
            <p className="text-muted-foreground text-xs">
              {line.itemCode}
              {line.itemNameAlt ? (
                <span>
                  {' · '}
                  <bdi>{line.itemNameAlt}</bdi>
                </span>
              ) : null}
            </p>
            {replacedItem === null ? null : (
              <p className="text-status-amber text-xs">{t.substituteNote(replacedItem)}</p>
            )}
            <p className="text-muted-foreground text-xs">
              {t.expectedQty[docType](formatAmount(line.orderQty, line.unitSymbol))}
              {reason === '' ? null : (
                <span className="text-status-amber">{` · ${t.kitchenReason(formatReason(reason))}`}</span>
              )}
            </p>
            <LineLots line={line} />
          </div>
        </div>
        <p className="text-end text-sm tabular-nums max-sm:col-start-1 max-sm:row-start-2 max-sm:text-start">
          <span className="text-muted-foreground sm:sr-only">{t.shipped} </span>
          <bdi>
            {formatQuantity(outcome.shipped, line.unitSymbol)}{' '}
            <span className="text-muted-foreground text-xs">
              {formatUnitName(line.shippedQty, line.unitSymbol)}
            </span>
          </bdi>
        </p>
        <div className="max-sm:col-start-2 max-sm:row-start-1">
          <span aria-hidden="true" className="block text-end text-muted-foreground text-xs sm:hidden">
            {t.accepted}
          </span>
          <QuantityCell
            label={t.acceptedLabel(line.itemName)}
            value={entry.accepted}
            unit={line.unitSymbol}
            column="accepted"
            cell={`accepted ${line.lineId}`}
            suggestion={outcome.shipped}
            isWhole={isWhole}
            hasPad={hasPad}
            error={error}
            disabled={disabled}
            onCommit={(accepted) => onChange({ accepted })}
          />
        </div>
        <div className="flex flex-wrap gap-1 max-sm:col-start-1 max-sm:row-start-3">
          <OutcomePills outcome={outcome} unit={line.unitSymbol} />
          {isPhotoMissing(line, receipt, hasPhoto) ? <Pill tone="amber">{t.photoRequired}</Pill> : null}
          {replacedItem === null || outcome.accepted === 0 ? null : (
            <Button
              variant="secondary"
              size="sm"
              disabled={disabled}
              aria-label={t.refuseLabel(line.itemName)}
              onClick={() => onChange({ accepted: 0, damaged: null, reason: wrongItemReason })}
            >
              {t.refuse}
            </Button>
          )}
        </div>
        <Button
          variant="ghost"
          size="sm"
          disabled={disabled}
          aria-expanded={isOpen}
          aria-label={t.reportProblem(line.itemName)}
          onClick={() => setExpanded(!isOpen)}
          className="justify-self-end max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-2"
        >
          <TriangleAlert aria-hidden="true" />
          {t.problem}
        </Button>
      </div>
      <ReceiptTemperature
        line={line}
        value={entry.temperature}
        disabled={disabled}
        onChange={(temperature) => onChange({ temperature })}
      />
      {isOutOfBounds(temperatureError) ? (
        <p className="text-sm text-status-red">{localizeRefusal(temperatureError)}</p>
      ) : null}
      {line.receivingPhoto === true && !isOpen ? photos : null}
      {isOpen ? (
        <ReceiptException
          line={line}
          entry={entry}
          requiresReason={isReasonMissing(line, receipt) || isOutOfBounds(temperatureError)}
          disabled={disabled}
          isWhole={isWhole}
          photos={photos}
          error={findReceivedLotsError(line, receipt)}
          onChange={onChange}
        />
      ) : null}
    </li>
  );
}

/** Whether the temperature is out of range and no reason for accepting the goods was entered. */
const isOutOfBounds = (error: Refusal | null): error is Refusal =>
  error !== null && error.reason !== 'temperature-required';

function OutcomePills({ outcome, unit }: { outcome: LineOutcome; unit: string }) {
  const t = useMessages(receivingMessages).panel.outcome;
  const { accepted, short, over, damaged, isAsShipped } = outcome;
  if (accepted === null) return <span className="text-muted-foreground text-xs">{t.unchecked}</span>;
  if (isAsShipped && outcome.shipped === 0) return <Pill tone="neutral">{t.nothing}</Pill>;
  if (isAsShipped) return <Pill tone="green">{t.clean}</Pill>;
  return (
    <>
      {damaged > 0 ? <Pill tone="red">{t.damaged(formatQuantity(damaged, unit))}</Pill> : null}
      {short > 0 ? <Pill tone="amber">{t.short(formatQuantity(short, unit))}</Pill> : null}
      {over > 0 ? <Pill tone="blue">{t.over(formatQuantity(over, unit))}</Pill> : null}
      {outcome.hasOtherLot ? <Pill tone="amber">{t.otherLot}</Pill> : null}
    </>
  );
}

interface ReceiptExceptionProps {
  line: OrderLine;
  entry: ReceiptEntry;
  /** Whether the goods are damaged or out of temperature range and no reason was entered. */
  requiresReason: boolean;
  disabled: boolean;
  isWhole: boolean;
  photos: ReactNode;
  error: ReceivedLotsError | null;
  onChange(change: Partial<ReceiptEntry>): void;
}

function ReceiptException(props: ReceiptExceptionProps) {
  const { line, entry, requiresReason, disabled, isWhole, photos, error, onChange } = props;
  const t = useMessages(receivingMessages).panel;
  const hasPad = useNumberPad() !== null;
  const [isByLot, setByLot] = useState(entry.lots !== '');
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2 border-status-amber border-s-2 ps-3 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-muted-foreground text-sm">
          {t.damaged}
        </span>
        <QuantityCell
          label={t.damagedLabel(line.itemName)}
          value={entry.damaged}
          unit={line.unitSymbol}
          column="damaged"
          cell={`damaged ${line.lineId}`}
          isWhole={isWhole}
          hasPad={hasPad}
          disabled={disabled}
          onCommit={(damaged) => onChange({ damaged })}
        />
      </div>
      <ReasonChoice
        use="forReceiving"
        className="max-sm:col-span-2"
        label={t.reasonLabel(line.itemName)}
        value={entry.reason}
        isMissing={requiresReason}
        disabled={disabled}
        onChange={(reason) => onChange({ reason: reason ?? '' })}
      />
      <Input
        className="max-sm:col-span-2"
        aria-label={t.noteLabel(line.itemName)}
        placeholder={t.note}
        maxLength={500}
        disabled={disabled}
        value={entry.note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
      {line.lots.length === 0 ? null : isByLot || entry.lots !== '' ? (
        <div className="col-span-full">
          <Suspense>
            <ReceiptLots
              line={line}
              entry={entry}
              error={error}
              disabled={disabled}
              isWhole={isWhole}
              onChange={onChange}
              onClose={() => setByLot(false)}
            />
          </Suspense>
        </div>
      ) : (
        <Button
          variant="secondary"
          disabled={disabled}
          aria-label={t.lots.openLabel(line.itemName)}
          className="col-span-full justify-self-start touch:min-h-11"
          onClick={() => setByLot(true)}
        >
          {t.lots.open}
        </Button>
      )}
      <div className="col-span-full empty:hidden">{photos}</div>
    </div>
  );
}
