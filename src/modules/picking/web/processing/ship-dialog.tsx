import { Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import type { OrderLotChoices } from '#modules/orders/web/queries/lots.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { lotMessages } from '#modules/lots/web/lot-messages.ts';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { type ExceedingLine, getLineShipment, findUnusableLots } from './pick-lines.ts';
import { processMessages } from './messages.ts';

interface ShipDialogProps {
  order: Order;
  /** Lines that would take the kitchen's stock below zero. */
  exceedingLines: readonly ExceedingLine[];
  /** Whether the kitchen's stock can't go below zero. */
  isBlocked: boolean;
  lots: OrderLotChoices | null;
  onShipAvailable(): void;
  isOpen: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Confirms a shipment, summarizing what will be posted. */
export function ShipDialog({
  order,
  exceedingLines,
  isBlocked,
  lots,
  onShipAvailable,
  isOpen,
  onClose,
  onConfirm,
}: ShipDialogProps) {
  const t = useMessages(processMessages).ship;
  const lotText = useMessages(lotMessages);
  const { complete, short, unshipped, exceededLines } = summarizeShipment(order.items);
  const qty = formatQuantity;
  const exceedsStock = isBlocked && exceedingLines.length > 0;
  const unusableLots = order.items.flatMap((line) =>
    findUnusableLots(line, lots?.byLine.get(line.lineId), lots?.day ?? '').map((lot) => ({ line, lot })),
  );
  const unansweredSubstitutes = findUnansweredSubstitutes(order.items);
  const lotLines = order.items.filter((line) => line.lots.length > 0);
  const shippedCount = complete.length + short.length + exceededLines.length;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.title(order.orderNo)}
        description={t.from(order.kitchenName, order.branchName)}
        footer={
          <>
            <Button onClick={onClose}>{t.back}</Button>
            {exceedsStock ? (
              <Button variant="primary" onClick={onShipAvailable}>
                {t.shipAvailable}
              </Button>
            ) : unusableLots.length > 0 ? null : (
              <Button variant="primary" onClick={onConfirm}>
                <Truck aria-hidden="true" />
                {t.confirm}
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-3 text-sm">
          {exceedingLines.length > 0 ? (
            <section
              role="alert"
              className={cn('rounded-md px-3 py-2', isBlocked ? 'pill-status-red' : 'pill-status-amber')}
            >
              <h3 className="font-medium">{isBlocked ? t.notEnough : t.belowZero}</h3>
              <ul className="list-disc ps-5">
                {exceedingLines.map(({ line, shipped, available, remaining }) => (
                  <li key={line.lineId}>
                    {isBlocked
                      ? t.notEnoughLine(
                          line.itemName,
                          formatAmount(shipped, line.unitSymbol),
                          formatAmount(available, line.unitSymbol),
                        )
                      : t.belowZeroLine(
                          line.itemName,
                          formatAmount(shipped, line.unitSymbol),
                          formatAmount(available, line.unitSymbol),
                          formatAmount(remaining, line.unitSymbol),
                        )}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {unusableLots.length > 0 ? (
            <section role="alert" className="pill-status-red rounded-md px-3 py-2">
              <h3 className="font-medium">{t.stopped}</h3>
              <ul className="list-disc ps-5">
                {unusableLots.map(({ line, lot }) => (
                  <li key={`${line.lineId} ${lot.lot}`}>
                    {t.stoppedLot(line.itemName, lot.lot, lot.isHeld ? lotText.onHold : lotText.expired)}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {unansweredSubstitutes.length > 0 ? (
            <section role="alert" className="pill-status-amber rounded-md px-3 py-2">
              <h3 className="font-medium">{t.unanswered(unansweredSubstitutes.length)}</h3>
              <p>{formatList(unansweredSubstitutes.map(({ itemName }) => itemName))}</p>
            </section>
          ) : null}
          {shippedCount === 0 ? <p>{t.nothing}</p> : null}
          {complete.length > 0 ? <p>{t.complete(complete.length)}</p> : null}
          <Group title={t.shortHeading} lines={short}>
            {(line) => t.short(line.itemName, qty(line.shipped), formatAmount(line.approved, line.unit))}
          </Group>
          <Group title={t.unshippedHeading} lines={unshipped}>
            {(line) => t.left(line.itemName, formatAmount(line.approved, line.unit))}
          </Group>
          <Group title={t.overHeading} lines={exceededLines}>
            {(line) =>
              line.isSubstitute
                ? t.substitute(line.itemName, formatAmount(line.shipped, line.unit))
                : t.more(
                    line.itemName,
                    formatAmount(line.shipped, line.unit),
                    formatAmount(line.approved, line.unit),
                  )
            }
          </Group>
          {lotLines.length > 0 ? (
            <section>
              <h3 className="font-medium">{lotText.title}</h3>
              <ul>
                {lotLines.map((line) => (
                  <li key={line.lineId}>
                    {line.itemName}
                    <LineLots line={line} day={lots?.day} validThrough={lots?.validThrough} />
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {shippedCount > 0 ? <p className="text-muted-foreground">{t.afterwards}</p> : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

interface GroupProps {
  title: string;
  lines: readonly ShippedLine[];
  children(line: ShippedLine): ReactNode;
}

function Group({ title, lines, children }: GroupProps) {
  const formatReason = useReasonText();
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line.lineId}>
            {children(line)}
            {line.reason ? (
              <span className="text-muted-foreground"> ({formatReason(line.reason)})</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShippedLine {
  lineId: string;
  itemName: string;
  unit: string;
  approved: number;
  shipped: number;
  reason: string | null;
  isSubstitute: boolean;
}

/** Lines of a shipment, grouped for the confirmation. */
interface ShipSummary {
  /** Lines shipped exactly as approved. */
  complete: ShippedLine[];
  short: ShippedLine[];
  /** Lines with nothing shipped. */
  unshipped: ShippedLine[];
  /** Lines shipped in excess of approval, including substitutes. */
  exceededLines: ShippedLine[];
}

export function summarizeShipment(lines: readonly OrderLine[]): ShipSummary {
  const all = lines.map((line): ShippedLine => {
    const { approved, shipped } = getLineShipment(line);
    const { lineId, itemName, unitSymbol: unit } = line;
    const reason = getEnteredReason(line);
    return { lineId, itemName, unit, approved, shipped, reason, isSubstitute: line.substituteFor !== null };
  });
  return {
    complete: all.filter(({ approved, shipped }) => shipped === approved && shipped > 0),
    short: all.filter(({ approved, shipped }) => shipped > 0 && shipped < approved),
    unshipped: all.filter(({ approved, shipped }) => shipped === 0 && approved > 0),
    exceededLines: all.filter(({ approved, shipped }) => shipped > approved),
  };
}

/** Returns substitutes that the branch has neither accepted nor refused yet. */
export const findUnansweredSubstitutes = (lines: readonly OrderLine[]): OrderLine[] =>
  lines.filter(
    (line) =>
      line.substituteFor !== null &&
      (line.substituteAnswer ?? null) === null &&
      (line.shippedQty ?? line.pickedQty ?? 0) > 0,
  );
