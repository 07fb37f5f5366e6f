import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
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
import { Expiry } from '#modules/lots/web/expiry.tsx';
import { LotChoiceDialog } from '#modules/lots/web/lot-choice-dialog.tsx';
import { lotMessages } from '#modules/lots/web/lot-messages.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import type { WastageDraft } from './entry-draft.ts';
import { wasteMessages } from './messages.ts';
import type { LocationItem, LocationItemUnit } from '#modules/items/web/location-items.ts';

interface WasteLotsProps {
  item: LocationItem;
  place: string;
  unit: LocationItemUnit;
  qty: number;
  /** Today at the location; if absent, the device's date is used. */
  today: string | undefined;
  chosen: WastageDraft['lots'];
  error: string | null;
  /** Called with the chosen lots and their total quantity. */
  onChoose(lots: NonNullable<WastageDraft['lots']>, qty: number): void;
}

/** Lots to discard: expired ones first, unless different lots are chosen; hidden for items without lots. */
export function WasteLots({ item, place, unit, qty, chosen, error, onChoose, ...props }: WasteLotsProps) {
  const t = useMessages(wasteMessages).lots;
  const lotTexts = useMessages(lotMessages);
  const deviceToday = useToday();
  const today = props.today ?? deviceToday;
  const { data: locationLots = [] } = useQuery(locationLotsQuery(item._id, place));
  const [isOpen, setOpen] = useState(false);
  const [editedAmounts, setEditedAmounts] = useState<LotAmounts | null>(null);
  const stockLots = locationLots.flatMap(({ lot, expiry, onHand, picked, hold }): LotChoice[] => {
    const availableMicro = toExactOrNull(() =>
      convertMicro(toMicro(onHand) - toMicro(picked), invertRatio(unit)),
    );
    return availableMicro === null || availableMicro <= 0
      ? []
      : [{ lot: lot ?? '', expiry, available: fromMicro(availableMicro), isHeld: hold !== null }];
  });
  // The record's own lots may no longer be in stock.
  const missingLots = (chosen ?? []).filter(
    ({ lot }) => !stockLots.some((candidate) => candidate.lot === lot),
  );
  const lots = [
    ...missingLots.map(({ lot }) => ({ lot, expiry: null, available: 0, isHeld: false })),
    ...stockLots,
  ];
  if (lots.length === 0) return null;

  const chosenAmounts = chosen === null ? null : toLotAmounts(chosen, qty);
  const proposed = proposeLotAmounts(qty, lots, null);
  const currentAmounts = chosenAmounts ?? proposed;
  const amounts = editedAmounts ?? currentAmounts;
  const totalQty = totalLotAmount(amounts);
  const formatQty = (amount: number) => formatAmount(amount, unit.symbol);
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <ul aria-label={lotTexts.title} className="flex flex-wrap gap-x-4 text-xs tabular-nums">
        {lots
          .filter(({ lot }) => (currentAmounts[lot] ?? 0) > 0)
          .map(({ lot, expiry }) => (
            <li key={lot} className="flex flex-wrap gap-x-2">
              <bdi className="break-words font-medium">{lot || lotTexts.none}</bdi>
              <bdi>{formatQty(currentAmounts[lot] ?? 0)}</bdi>
              <Expiry expiry={expiry} day={today} />
            </li>
          ))}
      </ul>
      <Button variant="link" size="sm" className="px-0 touch:min-h-11" onClick={() => setOpen(true)}>
        <Layers aria-hidden="true" />
        {t.choose}
      </Button>
      {error ? (
        <p role="alert" className="basis-full text-destructive text-xs">
          {error}
        </p>
      ) : null}
      {isOpen ? (
        <LotChoiceDialog
          title={t.title(item.name)}
          description={t.hint}
          status={formatQty(totalQty)}
          action={t.use(formatQty(totalQty))}
          onConfirm={() =>
            onChoose(
              selectChosenLots(amounts, lots).map(({ lot, qty: lotQty }) => ({ lot, qty: lotQty })),
              totalQty,
            )
          }
          onClose={() => {
            setOpen(false);
            setEditedAmounts(null);
          }}
          lots={lots}
          amounts={amounts}
          unit={unit.symbol}
          isWhole={unit.isWhole}
          day={today}
          requiredQty={qty}
          barcodes={item.barcodes}
          allowsUnusableLots
          isProposed={editedAmounts === null && chosen === null}
          onChange={setEditedAmounts}
        />
      ) : null}
    </div>
  );
}

/** Returns the record's quantities by lot, with the remainder as stock without a lot. */
function toLotAmounts(lots: NonNullable<WastageDraft['lots']>, qty: number): LotAmounts {
  const amounts = Object.fromEntries(lots.map((lot) => [lot.lot, lot.qty]));
  const restMicro = toMicro(qty) - toMicro(totalLotAmount(amounts));
  return restMicro > 0 ? { ...amounts, '': fromMicro(restMicro) } : amounts;
}
