import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
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
export interface OpeningErrors {
  qty?: string;
  cost?: string;
  lot?: string;
  expiry?: string;
  pieces?: string;
}

interface OpeningSheetRowProps {
  row: OpeningRow;
  index: number;
  opening: OpeningEntry;
  errors: OpeningErrors | undefined;
  /** Whether a missing cost is marked. */
  isCostChecked: boolean;
  onChange(change: Partial<OpeningEntry>): void;
  onMoveFocus(column: OpeningColumn, step: 1 | -1): boolean;
  onPaste(column: OpeningColumn, values: string[]): void;
}

/** One item: a single line, or on a phone its name above its cells. */
export function OpeningSheetRow({
  row,
  index,
  opening,
  errors,
  isCostChecked,
  onChange,
  onMoveFocus,
  onPaste,
}: OpeningSheetRowProps) {
  const t = useMessages(openingMessages);
  const money = useMoney();
  const unit = getOpeningUnit(row, opening);
  const isCostMissing = isCostChecked && hasQtyWithoutCost(opening);
  const isListPrice =
    (opening.qty ?? 0) > 0 && opening.cost !== null && opening.cost === getOpeningListPrice(row, opening);
  // The server requires a lot only for items tracked by lot.
  const hasLot = opening.lot + opening.expiry + (errors?.lot ?? '') + (errors?.expiry ?? '') !== '';
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
            label={t.qtyLabel(row.name)}
            value={opening.qty}
            column="qty"
            cell={`${row.itemId} qty`}
            isWhole={unit?.isWhole ?? false}
            error={errors?.qty ?? null}
            onCommit={(qty) => onChange({ qty })}
            onMoveFocus={(step) => onMoveFocus('qty', step)}
            onPasteColumn={(values) => onPaste('qty', values)}
          />
          <div role="cell" className="min-w-0">
            {row.units.length > 1 ? (
              <Select
                aria-label={t.unitLabel(row.name)}
                value={unit?.id ?? ''}
                onChange={(event) =>
                  onChange({ unit: event.target.value === row.units[0]?.id ? '' : event.target.value })
                }
              >
                {row.units.map(({ id, symbol }) => (
                  <option key={id} value={id}>
                    {formatUnitName(null, symbol)}
                  </option>
                ))}
              </Select>
            ) : (
              <span className="inline-flex min-h-9 items-center text-sm">
                {unit ? formatUnitName(null, unit.symbol) : null}
              </span>
            )}
          </div>
          <QuantityCell
            role="cell"
            className="max-sm:items-stretch"
            label={t.costLabel(row.name, formatUnitName(null, unit?.symbol ?? ''))}
            unit={t.per(formatUnitName(null, unit?.symbol ?? ''))}
            value={opening.cost}
            column="cost"
            cell={`${row.itemId} cost`}
            error={isCostMissing ? t.costNeeded : (errors?.cost ?? null)}
            warn={(cost) => (cost === 0 ? t.noCost(money(0)) : null)}
            onCommit={(cost) => onChange({ cost: roundCost(cost) })}
            onMoveFocus={(step) => onMoveFocus('cost', step)}
            onPasteColumn={(values) => onPaste('cost', values)}
          >
            {isListPrice ? <p className="text-muted-foreground text-xs">{t.listPrice}</p> : null}
            {isCostMissing ? (
              <Button size="sm" onClick={() => onChange({ cost: 0 })}>
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
              error={errors?.pieces ?? null}
              onCommit={(pieces) => onChange({ pieces })}
              onMoveFocus={(step) => onMoveFocus('pieces', step)}
              onPasteColumn={(values) => onPaste('pieces', values)}
            />
          ) : null}
          {hasLot ? (
            <div role="cell" className="col-span-full grid gap-3 py-1 sm:grid-cols-2">
              <Field label={t.lotLabel(row.name)} error={errors?.lot}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={60}
                    autoComplete="off"
                    value={opening.lot}
                    onChange={(event) => onChange({ lot: event.target.value })}
                  />
                )}
              </Field>
              <Field label={t.expiryLabel(row.name)} error={errors?.expiry}>
                {(control) => (
                  <DateInput
                    {...control}
                    value={opening.expiry}
                    onChange={(event) => onChange({ expiry: event.target.value })}
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
export const roundCost = (cost: number | null): number | null =>
  cost === null ? null : Math.round(cost * 1e6) / 1e6;
