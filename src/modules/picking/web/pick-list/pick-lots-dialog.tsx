import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { totalLotAmount, type LotAmounts, type LotChoice, selectChosenLots } from '#modules/lots/choose.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio, toMicro } from '#core/quantity.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { packBarcodesQuery } from '#modules/packagings/web/queries.ts';
import { LotChoiceDialog } from '#modules/lots/web/lot-choice-dialog.tsx';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { pickMessages } from './messages.ts';
import { findLatestValidThrough, type FoundQuantity, type PickListRow } from './pick-rows.ts';

interface PickLotsDialogProps {
  row: PickListRow;
  day: string;
  /** Scanned lot code. */
  scannedCode: string | null;
  /** Weight from the scanned code in the row's unit; null if it has none. */
  weighed: number | null;
  onFound(quantity: FoundQuantity): void;
  onClose(): void;
}

/**
 * Dialog for choosing the lots from which an item is picked for all its lines; their sum is the picked
 * quantity.
 */
export function PickLotsDialog({ row, day, scannedCode, weighed, onFound, onClose }: PickLotsDialogProps) {
  const t = useMessages(pickMessages).lots;
  const items = useQuery(compactItemsQuery());
  const packs = useQuery(packBarcodesQuery());
  const itemBarcodes = items.data?.find(({ _id }) => _id === row.item.itemId)?.barcodes ?? [];
  const itemPacks = (packs.data ?? []).filter(({ itemId }) => itemId === row.item.itemId);
  const barcodes =
    itemBarcodes.length === 0 ? [] : [...itemBarcodes, ...itemPacks.map(({ barcode }) => barcode)];
  const choices = buildLotChoices(row);
  const proposed = Object.fromEntries(row.plan.map(({ lot, qty }) => [lot, qty]));
  const scannedLot = choices.find(({ lot }) => lot === scannedCode);
  const [chosen, setChosen] = useState<LotAmounts | null>(
    scannedLot ? { [scannedLot.lot]: weighed ?? Math.min(scannedLot.available, row.remaining) } : null,
  );
  const amounts = chosen ?? proposed;
  const sum = totalLotAmount(amounts);
  const validThrough = findLatestValidThrough(row);
  const format = (qty: number) => formatAmount(qty, row.unit);
  return (
    <LotChoiceDialog
      title={t.title(row.item.itemName)}
      description={t.text(format(row.remaining))}
      status={t.sum(format(sum), format(row.remaining))}
      action={t.pick(format(sum))}
      onConfirm={() => onFound({ qty: sum, lots: selectChosenLots(amounts, choices) })}
      onClose={onClose}
      lots={choices}
      amounts={amounts}
      unit={row.unit}
      isWhole={row.isWhole}
      day={day}
      validThrough={validThrough}
      requiredQty={row.remaining}
      barcodes={barcodes}
      isProposed={chosen === null}
      onChange={setChosen}
    />
  );
}

/** Returns the item's lots in the row's unit. */
function buildLotChoices({ item, unit, lines }: PickListRow): LotChoice[] {
  const line = lines.find((candidate) => candidate.line.unitSymbol === unit)?.line;
  const perUnit = line && unit !== item.baseUnit ? invertRatio(getLineRatio(line)) : { num: 1, den: 1 };
  return item.lots.map(({ lot, expiry, available, state }) => ({
    lot: lot ?? '',
    expiry,
    available: toExactOrNull(() => fromMicro(convertMicro(toMicro(available ?? 0), perUnit))) ?? 0,
    isHeld: state === 'held',
  }));
}
