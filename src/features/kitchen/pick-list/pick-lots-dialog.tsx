import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { totalLotAmount, type LotAmounts, type LotChoice, namedLots } from '#domain/lots/choose.ts';
import { convertMicro, exactOrNull, fromMicro, invertRatio, toMicro } from '#domain/quantity.ts';
import { lineRatio } from '#domain/orders/lines.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { packBarcodesQuery } from '#src/collections/items/pack-barcodes.ts';
import { LotChoiceDialog } from '#src/entities/lot/lot-choice-dialog.tsx';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { pickMessages } from './messages.ts';
import type { FoundQuantity, PickListRow } from './pick-rows.ts';

interface PickLotsDialogProps {
  row: PickListRow;
  day: string;
  /** A lot that was scanned. */
  scanned: string | null;
  /** What it weighs by its code, in the unit of the row; null where that says no weight. */
  weighed: number | null;
  onFound(found: FoundQuantity): void;
  onClose(): void;
}

/** Which lots an item is picked from for all its lines, one or several; what they come to is what is picked. */
export function PickLotsDialog({ row, day, scanned, weighed, onFound, onClose }: PickLotsDialogProps) {
  const t = useMessages(pickMessages).lots;
  const items = useQuery(compactItemsQuery());
  const packs = useQuery(packBarcodesQuery());
  const own = items.data?.find(({ _id }) => _id === row.item.itemId)?.barcodes ?? [];
  const packed = (packs.data ?? []).filter(({ itemId }) => itemId === row.item.itemId);
  const barcodes = own.length === 0 ? [] : [...own, ...packed.map(({ barcode }) => barcode)];
  const choices = choicesOf(row);
  const proposed = Object.fromEntries(row.plan.map(({ lot, qty }) => [lot, qty]));
  const first = choices.find(({ lot }) => scanned !== null && lot === scanned);
  const [chosen, setChosen] = useState<LotAmounts | null>(
    first ? { [first.lot]: weighed ?? Math.min(first.free, row.left) } : null,
  );
  const amounts = chosen ?? proposed;
  const sum = totalLotAmount(amounts);
  // The latest day that a branch asks for: a lot that is good for it is good for all.
  const until = row.lines
    .filter(({ left }) => left > 0)
    .map(({ order }) => order.until)
    .toSorted()
    .at(-1);
  const say = (qty: number) => formatAmount(qty, row.unit);
  return (
    <LotChoiceDialog
      title={t.title(row.item.itemName)}
      description={t.text(say(row.left))}
      status={t.sum(say(sum), say(row.left))}
      action={t.pick(say(sum))}
      onTake={() => onFound({ qty: sum, lots: namedLots(amounts, choices) })}
      onClose={onClose}
      lots={choices}
      amounts={amounts}
      unit={row.unit}
      isWhole={row.isWhole}
      day={day}
      until={until}
      wanted={row.left}
      barcodes={barcodes}
      isProposed={chosen === null}
      onChange={setChosen}
    />
  );
}

/** The lots of an item in the unit of the row. */
function choicesOf({ item, unit, lines }: PickListRow): LotChoice[] {
  const line = lines.find((one) => one.line.unitSymbol === unit)?.line;
  const perUnit = line && unit !== item.baseUnit ? invertRatio(lineRatio(line)) : { num: 1, den: 1 };
  return item.lots.map(({ lot, expiry, free, state }) => ({
    lot: lot ?? '',
    expiry,
    free: exactOrNull(() => fromMicro(convertMicro(toMicro(free ?? 0), perUnit))) ?? 0,
    isHeld: state === 'held',
  }));
}
