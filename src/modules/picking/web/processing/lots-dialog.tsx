import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderLine } from '#modules/orders/shapes.ts';
import {
  totalLotAmount,
  proposeLotAmounts,
  type LotAmounts,
  type LotChoice,
  selectChosenLots,
} from '#modules/lots/choose.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { LotChoiceDialog } from '#modules/lots/web/lot-choice-dialog.tsx';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { isPicked, getLineShipment } from './pick-lines.ts';
import { type PickingDraft, getDraftKey, serializeLots } from './process-draft.ts';
import { processMessages } from './messages.ts';

interface LotsDialogProps {
  line: OrderLine;
  choices: readonly LotChoice[];
  day: string;
  validThrough: string;
  isWhole: boolean;
  onChange(changes: PickingDraft): void;
  onClose(): void;
}

/** Dialog for choosing a line's lots; their sum is the picked quantity. */
export function LotsDialog({
  line,
  choices,
  day,
  validThrough,
  isWhole,
  onChange,
  onClose,
}: LotsDialogProps) {
  const t = useMessages(processMessages).lots;
  const { approved, shipped } = getLineShipment(line);
  const items = useQuery(compactItemsQuery());
  const barcodes = items.data?.find(({ _id }) => _id === line.itemId)?.barcodes ?? [];
  const lots = [...choices, ...findMissingLots(line, choices)];
  const [chosenAmounts, setChosenAmounts] = useState<LotAmounts | null>(() => getPickedAmounts(line));
  const amounts = chosenAmounts ?? proposeLotAmounts(shipped, lots, validThrough);
  const sum = totalLotAmount(amounts);
  const format = (qty: number) => formatAmount(qty, line.unitSymbol);
  const differenceMicro = toMicro(sum) - toMicro(approved);

  function savePick(): void {
    onChange({
      [getDraftKey(line.lineId, 'pickedQty')]: sum,
      ...(line.shippedQty === null ? {} : { [getDraftKey(line.lineId, 'shippedQty')]: sum }),
      [getDraftKey(line.lineId, 'lots')]: serializeLots(selectChosenLots(amounts, lots)),
    });
  }

  return (
    <LotChoiceDialog
      title={t.title(line.itemName)}
      description={t.wanted(format(approved))}
      status={
        <>
          {t.sum(format(sum), format(approved))}
          {differenceMicro === 0 ? null : (
            <span className="block text-status-amber">
              {differenceMicro < 0
                ? t.short(format(fromMicro(-differenceMicro)))
                : t.over(format(fromMicro(differenceMicro)))}
            </span>
          )}
        </>
      }
      action={t.pick(format(sum))}
      onConfirm={savePick}
      onClose={onClose}
      lots={lots}
      amounts={amounts}
      unit={line.unitSymbol}
      isWhole={isWhole}
      day={day}
      validThrough={validThrough}
      requiredQty={approved}
      barcodes={barcodes}
      isProposed={chosenAmounts === null}
      onChange={setChosenAmounts}
    />
  );
}

/**
 * Returns a picked line's quantities by lot; null if no lots are picked. The quantity without a lot is the
 * rest of the picked quantity.
 */
function getPickedAmounts(line: OrderLine): LotAmounts | null {
  if (line.lots.length === 0 || !isPicked(line)) return null;
  const amounts = Object.fromEntries(line.lots.map(({ lot, qty }) => [lot, qty]));
  const restMicro = toMicro(getLineShipment(line).shipped) - toMicro(totalLotAmount(amounts));
  return restMicro > 0 ? { ...amounts, '': fromMicro(restMicro) } : amounts;
}

/** Returns the line's lots that are no longer available. */
function findMissingLots(line: OrderLine, choices: readonly LotChoice[]): LotChoice[] {
  return line.lots
    .filter(({ lot }) => !choices.some((choice) => choice.lot === lot))
    .map(({ lot, expiry = null }) => ({ lot, expiry, available: 0, isHeld: false }));
}
