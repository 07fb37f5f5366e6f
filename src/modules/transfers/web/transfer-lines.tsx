import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer, TransferLine } from '../shapes.ts';
import {
  totalLotAmount,
  proposeLotAmounts,
  type LotAmounts,
  type LotChoice,
  selectChosenLots,
} from '#modules/lots/choose.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio, toMicro } from '#core/quantity.ts';
import { locationLotsQuery } from '#modules/lots/web/queries/lots.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { LotChoiceDialog } from '#modules/lots/web/lot-choice-dialog.tsx';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { transferMessages } from './messages.ts';

interface TransferLinesProps {
  transfer: Transfer;
  canChooseLots: boolean;
  onLots(line: TransferLine, lots: { lot: string; qty: number }[]): void;
}

/** Lines of a transfer: quantity at each step, lots, reason and value. */
export function TransferLines({ transfer, canChooseLots, onLots }: TransferLinesProps) {
  const texts = useMessages(transferMessages);
  const t = texts.panel;
  const money = useMoney();
  const today = useToday();
  const reasonText = useReasonText();
  const destinations: Readonly<Record<string, string>> = texts.entry.destinations;
  const isSent = transfer.status !== 'Draft' && transfer.status !== 'Cancelled';
  return (
    <section aria-label={t.lines}>
      <h3 className="pb-1 font-semibold text-sm">{t.lines}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {transfer.items.map((line) => {
          const amount = (qty: number | null) => formatAmount(qty, line.unitSymbol);
          const quantities: [string, number | null][] = isSent
            ? [
                [t.sent, line.shippedQty ?? line.qty],
                [t.received, line.receivedQty],
                [t.damaged, line.damagedQty || null],
                [t.short, line.shortQty || null],
                [t.over, line.overQty || null],
              ]
            : [[t.qty, line.shippedQty ?? line.qty]];
          const returnReason = reasonText(line);
          const {
            receivedReason: reason,
            receivedReasonCode: reasonCode,
            receivedReasonNote: reasonNote,
          } = line;
          const receivedReason = reasonText({ reason, reasonCode, reasonNote });
          return (
            <li key={line.lineId} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-3 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <p className="break-words font-medium">{line.itemName}</p>
                <p className="text-muted-foreground text-xs">{line.itemCode}</p>
                <LineLots line={line} day={today} />
                {returnReason === '' ? null : (
                  <p className="text-muted-foreground text-xs">
                    {[returnReason, line.destination === null ? null : destinations[line.destination]]
                      .filter(Boolean)
                      .join('. ')}
                  </p>
                )}
                {line.returnOfNo === null ? null : (
                  <p className="text-muted-foreground text-xs">
                    <bdi>{t.returnOf(line.returnOfNo)}</bdi>
                  </p>
                )}
                {receivedReason === '' ? null : (
                  <p className="text-status-amber text-xs">
                    {t.receiverReason(transfer.toName, receivedReason)}
                  </p>
                )}
                {line.note ? <p className="text-muted-foreground text-xs">“{line.note}”</p> : null}
              </div>
              <dl className="ms-auto flex flex-wrap justify-end gap-x-4 gap-y-1 *:min-w-16">
                {quantities.map(([label, qty]) =>
                  qty === null ? null : (
                    <div key={label} className="text-end">
                      <dt className="text-muted-foreground text-xs">{label}</dt>
                      <dd className="font-medium tabular-nums">
                        <bdi>{amount(qty)}</bdi>
                      </dd>
                    </div>
                  ),
                )}
                {line.value === null ? null : (
                  <div className="text-end">
                    <dt className="text-muted-foreground text-xs">{t.value}</dt>
                    <dd className="tabular-nums">
                      <bdi>{money(line.value)}</bdi>
                    </dd>
                  </div>
                )}
              </dl>
              {canChooseLots ? (
                <LineLotsChoice
                  line={line}
                  place={transfer.from}
                  day={today}
                  onChoose={(lots) => onLots(line, lots)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LineLotsChoiceProps {
  line: TransferLine;
  place: string;
  day: string;
  onChoose(lots: { lot: string; qty: number }[]): void;
}

/** Selects the lots that a line is sent from; hidden for items without lots. */
function LineLotsChoice({ line, place, day, onChoose }: LineLotsChoiceProps) {
  const t = useMessages(transferMessages).panel;
  const { data: stockLots = [] } = useQuery(locationLotsQuery(line.itemId, place));
  const [isOpen, setOpen] = useState(false);
  const [editedAmounts, setEditedAmounts] = useState<LotAmounts | null>(null);
  const ratio = { num: line.unitNum, den: line.unitDen };
  const lots = stockLots.flatMap(({ lot, expiry, onHand, picked, hold }): LotChoice[] => {
    const availableMicro = toExactOrNull(() =>
      convertMicro(toMicro(onHand) - toMicro(picked), invertRatio(ratio)),
    );
    return lot === null || availableMicro === null || availableMicro <= 0
      ? []
      : [{ lot, expiry, available: fromMicro(availableMicro), isHeld: hold !== null }];
  });
  if (lots.length === 0) return null;
  const targetQty = line.shippedQty ?? line.qty;
  const lineAmounts =
    line.lots.length === 0 ? null : Object.fromEntries(line.lots.map(({ lot, qty }) => [lot, qty]));
  const amounts = editedAmounts ?? lineAmounts ?? proposeLotAmounts(targetQty, lots, day);
  const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
  return (
    <>
      <Button variant="link" size="sm" className="px-0 touch:min-h-11" onClick={() => setOpen(true)}>
        {t.lots}
      </Button>
      {isOpen ? (
        <LotChoiceDialog
          title={t.lotsTitle(line.itemName)}
          description={t.lotsHint}
          status={t.lotsStatus(formatQty(totalLotAmount(amounts)), formatQty(targetQty))}
          action={t.useLots(formatQty(totalLotAmount(amounts)))}
          onConfirm={() => onChoose(selectChosenLots(amounts, lots).map(({ lot, qty }) => ({ lot, qty })))}
          onClose={() => {
            setOpen(false);
            setEditedAmounts(null);
          }}
          lots={lots}
          amounts={amounts}
          unit={line.unitSymbol}
          day={day}
          requiredQty={targetQty}
          isProposed={editedAmounts === null && lineAmounts === null}
          onChange={setEditedAmounts}
        />
      ) : null}
    </>
  );
}
