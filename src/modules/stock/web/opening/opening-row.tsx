import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatAmount, unitLabel } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { openingMessages } from './messages.ts';
import {
  hasQtyWithoutCost,
  getOpeningListPrice,
  type OpeningEntry,
  type OpeningRow,
  getOpeningUnit,
} from './opening-rows.ts';

export type OpeningColumn = 'qty' | 'cost' | 'pieces';

/** Grid columns shared by rows and header. */
export const openingGrid =
  'grid grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1.25fr)] items-start gap-x-3 gap-y-1 px-1 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_11rem] sm:items-center';

/** Server errors by cell. */
export interface OpeningFault {
  qty?: string;
  cost?: string;
  lot?: string;
  expiry?: string;
  pieces?: string;
}

interface RowProps {
  row: OpeningRow;
  index: number;
  opening: OpeningEntry;
  fault: OpeningFault | undefined;
  /** Whether a missing cost is marked. */
  isCostChecked: boolean;
  onType(change: Partial<OpeningEntry>): void;
  onMoveFocus(column: OpeningColumn, step: 1 | -1): boolean;
  onPaste(column: OpeningColumn, texts: string[]): void;
}

/** One item: a single line, or on a phone its name above its cells. */
export function OpeningSheetRow({
  row,
  index,
  opening,
  fault,
  isCostChecked,
  onType,
  onMoveFocus,
  onPaste,
}: RowProps) {
  const t = useMessages(openingMessages);
  const money = useMoney();
  const unit = getOpeningUnit(row, opening);
  const isCostMissing = isCostChecked && hasQtyWithoutCost(opening);
  const isListPrice =
    (opening.qty ?? 0) > 0 && opening.cost !== null && opening.cost === getOpeningListPrice(row, opening);
  // The server requires a lot only for items tracked by lot.
  const hasLot = opening.lot + opening.expiry + (fault?.lot ?? '') + (fault?.expiry ?? '') !== '';
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.itemId}
      className={cn(openingGrid, 'border-b bg-card py-2')}
    >
      <div role="cell" className="min-w-0 text-muted-foreground text-xs max-sm:col-span-full">
        <bdi className="block break-words font-medium text-foreground text-sm">{row.name}</bdi>
        {[row.code, row.section].filter(Boolean).join(' · ')}
      </div>
      {row.onHand === null ? (
        <>
          <QuantityCell
            role="cell"
            label={t.qtyOf(row.name)}
            value={opening.qty}
            column="qty"
            cell={`${row.itemId} qty`}
            isWhole={unit?.isWhole ?? false}
            error={fault?.qty ?? null}
            onCommit={(qty) => onType({ qty })}
            onMoveFocus={(step) => onMoveFocus('qty', step)}
            onPasteColumn={(texts) => onPaste('qty', texts)}
          />
          <div role="cell" className="min-w-0">
            {row.units.length > 1 ? (
              <Select
                aria-label={t.unitOf(row.name)}
                value={unit?.id ?? ''}
                onChange={(event) =>
                  onType({ unit: event.target.value === row.units[0]?.id ? '' : event.target.value })
                }
              >
                {row.units.map(({ id, symbol }) => (
                  <option key={id} value={id}>
                    {unitLabel(null, symbol)}
                  </option>
                ))}
              </Select>
            ) : (
              <span className="inline-flex min-h-9 items-center text-sm">
                {unit ? unitLabel(null, unit.symbol) : null}
              </span>
            )}
          </div>
          <QuantityCell
            role="cell"
            className="max-sm:items-stretch"
            label={t.costOf(row.name, unitLabel(null, unit?.symbol ?? ''))}
            unit={t.per(unitLabel(null, unit?.symbol ?? ''))}
            value={opening.cost}
            column="cost"
            cell={`${row.itemId} cost`}
            error={isCostMissing ? t.costNeeded : (fault?.cost ?? null)}
            warn={(cost) => (cost === 0 ? t.noCost(money(0)) : null)}
            onCommit={(cost) => onType({ cost: roundCost(cost) })}
            onMoveFocus={(step) => onMoveFocus('cost', step)}
            onPasteColumn={(texts) => onPaste('cost', texts)}
          >
            {isListPrice ? <p className="text-muted-foreground text-xs">{t.listPrice}</p> : null}
            {isCostMissing ? (
              <Button size="sm" onClick={() => onType({ cost: 0 })}>
                {t.noCost(money(0))}
              </Button>
            ) : null}
          </QuantityCell>
          {row.hasPieces ? (
            <QuantityCell
              role="cell"
              className="col-span-full justify-self-start sm:col-span-3 sm:col-start-2"
              label={row.name}
              unit={t.pieces}
              value={opening.pieces}
              column="pieces"
              cell={`${row.itemId} pieces`}
              isWhole
              error={fault?.pieces ?? null}
              onCommit={(pieces) => onType({ pieces })}
              onMoveFocus={(step) => onMoveFocus('pieces', step)}
              onPasteColumn={(texts) => onPaste('pieces', texts)}
            />
          ) : null}
          {hasLot ? (
            <div role="cell" className="col-span-full grid gap-3 py-1 sm:grid-cols-2">
              <Field label={t.lotOf(row.name)} error={fault?.lot}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={60}
                    autoComplete="off"
                    value={opening.lot}
                    onChange={(event) => onType({ lot: event.target.value })}
                  />
                )}
              </Field>
              <Field label={t.expiryOf(row.name)} error={fault?.expiry}>
                {(control) => (
                  <DateInput
                    {...control}
                    value={opening.expiry}
                    onChange={(event) => onType({ expiry: event.target.value })}
                  />
                )}
              </Field>
            </div>
          ) : null}
        </>
      ) : (
        <div role="cell" className="col-span-full text-muted-foreground text-sm tabular-nums sm:col-span-3">
          {t.enteredAmount(formatAmount(row.onHand, row.baseSymbol))}
        </div>
      )}
    </div>
  );
}

/** Rounds a unit cost to the six decimals that are stored. */
export const roundCost = (typed: number | null): number | null =>
  typed === null ? null : Math.round(typed * 1e6) / 1e6;
