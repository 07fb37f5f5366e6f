import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReturnDestination } from '../kinds.ts';
import type { TypicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { locationLotsQuery } from '#modules/lots/web/queries/lots.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import type { LocationItem, LocationItemUnit } from '#modules/items/web/location-items.ts';
import { warnUnusualQuantity, getTypicalQuantity } from '#modules/items/web/unusual.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type TransferEntryLine, exceedsStock } from './entry-draft.ts';
import { transferMessages } from './messages.ts';

interface EntryLineRowProps {
  line: TransferEntryLine;
  /** Undefined while the items are loading. */
  item: LocationItem | undefined;
  /** Location whose lots can be chosen; null if the location isn't the user's own. */
  place: string | null;
  /** Largest quantities of recent transfers between the two locations. */
  typicalQuantities: readonly TypicalQuantity[] | undefined;
  requiresReason: boolean;
  destination: ReturnDestination | null;
  isReasonMissing: boolean;
  error: string | null;
  onMoveFocus(step: 1 | -1): boolean;
  onChange(changes: Partial<TransferEntryLine>): void;
  onRemove(): void;
}

/** Line of the entry form: quantity, unit, lot and return reason. */
export function EntryLineRow(props: EntryLineRowProps) {
  const {
    line,
    item,
    place,
    typicalQuantities,
    requiresReason,
    destination,
    isReasonMissing,
    error,
    onMoveFocus,
    onChange,
    onRemove,
  } = props;
  const t = useMessages(transferMessages).entry;
  const { itemName: name, receivedLine } = line;
  const unit = item?.units.find(({ id }) => id === line.unit);
  const base = item?.units[0]?.symbol ?? '';
  const onHand = item?.stock.onHand ?? null;
  const isStockExceeded = place !== null && exceedsStock(line, item);
  return (
    <li data-line={line.key} className="flex flex-col gap-2 px-3 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_auto]">
        <div className="min-w-0 max-sm:col-start-1">
          <p className="break-words font-medium text-sm">{name}</p>
          <p className={isStockExceeded ? 'text-status-amber text-xs' : 'text-muted-foreground text-xs'}>
            {receivedLine
              ? t.atMost(formatAmount(receivedLine.leftQty, line.unitSymbol))
              : place === null || onHand === null
                ? ''
                : isStockExceeded
                  ? t.exceedsStock(formatAmount(onHand, base))
                  : t.onHand(formatAmount(onHand, base))}
          </p>
        </div>
        <QuantityCell
          className="max-sm:col-start-1 max-sm:row-start-2"
          label={t.qty(name)}
          value={line.qty}
          unit={receivedLine ? line.unitSymbol : null}
          column="qty"
          cell={line.key}
          isWhole={unit?.isWhole ?? false}
          error={error}
          warn={(qty) =>
            receivedLine
              ? null
              : warnUnusualQuantity(
                  qty,
                  convertTypicalQuantities(typicalQuantities, line, item?.units ?? []),
                  line.unitSymbol,
                )
          }
          onMoveFocus={onMoveFocus}
          onCommit={(qty) => onChange({ qty })}
        />
        {receivedLine ? null : (
          <Select
            aria-label={t.unit(name)}
            className="max-sm:col-start-2 max-sm:row-start-2 max-sm:w-24"
            disabled={(item?.units.length ?? 0) < 2}
            value={line.unit}
            onChange={(event) => {
              const unit = item?.units.find(({ id }) => id === event.currentTarget.value);
              if (unit) onChange({ unit: unit.id, unitSymbol: unit.symbol });
            }}
          >
            {(item?.units ?? []).some(({ id }) => id === line.unit) ? null : (
              <option value={line.unit}>{formatUnitName(null, line.unitSymbol)}</option>
            )}
            {(item?.units ?? []).map(({ id, symbol }) => (
              <option key={id} value={id}>
                {formatUnitName(null, symbol)}
              </option>
            ))}
          </Select>
        )}
        <Button
          size="icon"
          variant="ghost"
          className="max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end sm:col-start-4"
          aria-label={t.remove(name)}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 empty:hidden">
        {place === null ? null : <LotField line={line} place={place} onChange={(lot) => onChange({ lot })} />}
        {requiresReason ? (
          <div className="min-w-48 flex-1">
            <ReasonChoice
              use="forReturn"
              label={t.reason(name)}
              value={line.reason}
              isMissing={isReasonMissing}
              onChange={(reason) => onChange({ reason })}
            />
            {destination === null ? null : (
              <p className="pt-1 text-muted-foreground text-xs" role="status">
                {line.reason === null ? t.reasonDecides : t.destinations[destination]}
              </p>
            )}
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** Converts an item's typical quantities to the unit of the line. */
function convertTypicalQuantities(
  typicalQuantities: readonly TypicalQuantity[] | undefined,
  { itemId, unit }: TransferEntryLine,
  units: readonly LocationItemUnit[],
): (number | undefined)[] {
  const ownUnit = units.find(({ id }) => id === unit);
  if (!ownUnit) return [getTypicalQuantity(typicalQuantities, itemId, unit)];
  return units.map(({ id, num, den }) => {
    const qty = getTypicalQuantity(typicalQuantities, itemId, id);
    return qty === undefined ? undefined : (qty * num * ownUnit.den) / (den * ownUnit.num);
  });
}

interface LotFieldProps {
  line: TransferEntryLine;
  place: string;
  onChange(lot: string | null): void;
}

/** Lot of a line, by earliest expiry unless chosen; hidden for items without lots. */
function LotField({ line, place, onChange }: LotFieldProps) {
  const t = useMessages(transferMessages).entry;
  const { data: lots = [] } = useQuery(locationLotsQuery(line.itemId, place));
  const usableLots = lots.filter(({ lot, hold }) => lot !== null && hold === null);
  if (usableLots.length === 0 && line.lot === null) return null;
  const isKnown = line.lot === null || usableLots.some(({ lot }) => lot === line.lot);
  return (
    <Select
      aria-label={t.lot(line.itemName)}
      className="max-w-full sm:max-w-72"
      value={line.lot ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    >
      <option value="">{t.byExpiry}</option>
      {isKnown ? null : <option value={line.lot ?? ''}>{line.lot}</option>}
      {usableLots.map(({ lot, onHand, expiry }) => (
        <option key={lot} value={lot ?? ''}>
          {t.lotOption(lot ?? '', formatAmount(onHand, ''), expiry === null ? '' : formatDate(expiry))}
        </option>
      ))}
    </Select>
  );
}
