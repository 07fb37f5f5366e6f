import { useQuery } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import type { BatchLine, ProductionBatch } from '../shapes.ts';
import { totalLotAmount, proposeLotAmounts, type LotAmounts, type LotChoice } from '#modules/lots/choose.ts';
import { expiryByShelfLife } from '#modules/lots/lot-rules.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { locationLotsQuery } from '#modules/lots/web/queries/lots.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import { LineFacts } from '#platform/documents/web/line-facts.tsx';
import { LotChoiceDialog } from '#modules/lots/web/lot-choice-dialog.tsx';
import { warnUnusualQuantity } from '#modules/items/web/unusual.ts';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { roundUpToUnit } from '#platform/web/format/unit-digits.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNow } from '#platform/web/use-now.ts';
import { AddLine, OutputCostFields } from './batch-additions.tsx';
import { productionMessages } from './messages.ts';

/** Entry for one line: quantity, lots used, and for an output its lot and expiry. */
export interface BatchLineEntry {
  qty?: number;
  lots?: { lot: string; qty: number }[];
  lot?: string | null;
  expiry?: string | null;
  /** For an output: its share of the input cost in percent, or its fixed value per unit. */
  costShare?: number;
  fixedValue?: number;
}

interface BatchLinesProps {
  batch: ProductionBatch;
  side: 'in' | 'out';
  place: LocalDays;
  canEnter: boolean;
  onEnter(line: BatchLine, entry: BatchLineEntry): void;
  onAdd(itemId: string): void;
}

/**
 * Returns the expiry with which an output will be posted: as entered, otherwise proposed from its shelf life.
 */
export function getOutputExpiry({ expiry, tracksLots, shelfLifeDays }: BatchLine, today: string) {
  const proposed =
    expiry === null && tracksLots ? expiryByShelfLife(today, { trackExpiry: true, shelfLifeDays }) : null;
  return { expiry: expiry ?? proposed, isProposed: proposed !== null };
}

/** A batch's input or output lines: recipe quantities next to entered or posted ones. */
export function BatchLines({ batch, side, place, canEnter, onEnter, onAdd }: BatchLinesProps) {
  const t = useMessages(productionMessages).panel;
  const lines = batch.items.filter((line) => line.side === side);
  const title = side === 'in' ? t.used : t.output;
  const today = getBusinessDay(useNow(), place);
  const [choosingLineId, setChoosingLineId] = useState<string | null>(null);
  const chosenLine = lines.find(({ lineId }) => lineId === choosingLineId);
  return (
    <section aria-label={title}>
      <h3 className="pb-1 font-semibold text-sm">{title}</h3>
      <ul data-quantity-grid className="divide-y rounded-md border text-sm">
        {lines.map((line) => {
          const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
          const hasStarted = batch.parts > 0;
          const facts: [string, string | null][] = [
            [t.plannedQty, line.neededQty > 0 ? formatQty(line.neededQty) : null],
            [t.soFar, hasStarted ? formatQty(line.postedQty) : null],
            [
              t.difference,
              side === 'in' && hasStarted && line.postedQty !== line.dueQty
                ? formatQty(Math.round((line.postedQty - line.dueQty) * 1e6) / 1e6)
                : null,
            ],
            [
              t.remaining,
              side === 'in' && hasStarted && line.remainingQty > 0 ? formatQty(line.remainingQty) : null,
            ],
            [t.share, line.costShare === null ? null : `${formatQuantity(line.costShare)}%`],
          ];
          return (
            <li key={line.lineId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
              <div className="min-w-0 flex-1 basis-40">
                <p className="break-words font-medium">{line.itemName}</p>
                <p className="text-muted-foreground text-xs">
                  {[line.itemCode, ...line.lots.map(({ lot, qty }) => `${lot}: ${formatQty(qty)}`)].join(
                    ' · ',
                  )}
                </p>
              </div>
              <LineFacts facts={facts} />
              {canEnter ? (
                <div className="ms-auto flex items-end gap-2">
                  <CellLabel label={t.actual} isNumeric className="w-32 *:items-stretch">
                    <QuantityCell
                      label={side === 'in' ? t.usedQty(line.itemName) : t.madeQty(line.itemName)}
                      value={line.enteredQty ?? roundUpToUnit(line.proposedQty, line.unitSymbol)}
                      unit={line.unitSymbol}
                      column={side}
                      cell={`${side} ${line.lineId}`}
                      commitOn="leave"
                      warn={(qty) =>
                        warnUnusualQuantity(
                          qty,
                          [line.neededQty, side === 'in' ? line.proposedQty : null],
                          line.unitSymbol,
                        )
                      }
                      onCommit={(qty) => (qty === null ? undefined : onEnter(line, { qty, lots: [] }))}
                    />
                  </CellLabel>
                  {side === 'in' ? (
                    <Button
                      size="icon"
                      aria-label={t.lots(line.itemName)}
                      onClick={() => setChoosingLineId(line.lineId)}
                    >
                      <ScanBarcode aria-hidden="true" />
                    </Button>
                  ) : null}
                </div>
              ) : null}
              {canEnter && side === 'out' ? (
                <div className="flex w-full flex-wrap gap-2">
                  {line.tracksLots ? (
                    <>
                      <CellLabel label={t.lotLabel} className="w-40">
                        <Input
                          aria-label={t.lot(line.itemName)}
                          key={line.lot}
                          defaultValue={line.lot ?? ''}
                          placeholder={t.autoLot}
                          maxLength={80}
                          onBlur={(event) => {
                            const lot = event.currentTarget.value.trim() || null;
                            if (lot !== line.lot) onEnter(line, { lot });
                          }}
                        />
                      </CellLabel>
                      <CellLabel
                        label={getOutputExpiry(line, today).isProposed ? t.useByProposed : t.useBy}
                        className="w-44"
                      >
                        <DateInput
                          aria-label={`${line.itemName}, ${t.useBy}`}
                          value={getOutputExpiry(line, today).expiry ?? ''}
                          onChange={(event) => onEnter(line, { expiry: event.currentTarget.value || null })}
                        />
                      </CellLabel>
                    </>
                  ) : null}
                  <OutputCostFields batch={batch} line={line} onEnter={(entry) => onEnter(line, entry)} />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {canEnter ? <AddLine key={lines.length} batch={batch} side={side} onAdd={onAdd} /> : null}
      {chosenLine ? (
        <UsedLots
          batch={batch}
          line={chosenLine}
          place={place}
          onTake={(lots) =>
            onEnter(chosenLine, {
              qty: lots.reduce((sum, { qty }) => Math.round((sum + qty) * 1e6) / 1e6, 0),
              lots,
            })
          }
          onClose={() => setChoosingLineId(null)}
        />
      ) : null}
    </section>
  );
}

interface UsedLotsProps {
  batch: ProductionBatch;
  line: BatchLine;
  place: LocalDays;
  onTake(lots: { lot: string; qty: number }[]): void;
  onClose(): void;
}

/** Dialog for recording which lots of an ingredient were used, by scanning or by quantity. */
function UsedLots({ batch, line, place, onTake, onClose }: UsedLotsProps) {
  const t = useMessages(productionMessages).panel;
  const locationLots = useQuery(locationLotsQuery(line.itemId, batch.kitchen));
  const [amounts, setAmounts] = useState<LotAmounts | null>(
    line.lots.length > 0 ? Object.fromEntries(line.lots.map(({ lot, qty }) => [lot, qty])) : null,
  );
  const day = getBusinessDay(useNow(), place);
  const targetQty = line.enteredQty ?? line.proposedQty;
  const choices = (locationLots.data ?? []).map(
    ({ lot, expiry, onHand, picked, state }): LotChoice => ({
      lot: lot ?? '',
      expiry,
      available: Math.round((onHand - picked) * 1e6) / 1e6,
      isHeld: state === 'held',
    }),
  );
  const shownAmounts = amounts ?? proposeLotAmounts(targetQty, choices, day);
  const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
  return (
    <LotChoiceDialog
      title={t.lotsTitle(line.itemName)}
      description={t.lotsText(formatQty(targetQty))}
      status={t.lotsTotal(formatQty(totalLotAmount(shownAmounts)), formatQty(targetQty))}
      action={t.useLots}
      lots={choices}
      amounts={shownAmounts}
      unit={line.unitSymbol}
      day={day}
      requiredQty={targetQty}
      isProposed={amounts === null}
      onChange={setAmounts}
      onConfirm={() =>
        onTake(
          Object.entries(shownAmounts)
            .filter(([, qty]) => qty > 0)
            .map(([lot, qty]) => ({ lot, qty })),
        )
      }
      onClose={onClose}
    />
  );
}

/** A batch's posted parts: when, by whom, how much, and from which lots. */
export function FinishedParts({ batch }: { batch: ProductionBatch }) {
  const t = useMessages(productionMessages).panel;
  if (batch.finished.length === 0) return null;
  return (
    <section aria-label={t.parts}>
      <h3 className="pb-1 font-semibold text-sm">{t.parts}</h3>
      <ol className="divide-y rounded-md border text-sm">
        {batch.finished.map((part) => (
          <li key={part.no} className={part.reversedAt === null ? 'px-3 py-2' : 'px-3 py-2 opacity-70'}>
            <p className="font-medium">
              {t.partLine(
                part.no,
                formatAmount(part.good, batch.unitSymbol),
                t.by(formatDate(part.at.slice(0, 10)), part.byName),
              )}
              {part.reversedAt === null ? null : ` · ${t.reversed}`}
            </p>
            {part.lost > 0 ? <p>{t.lostLine(formatAmount(part.lost, batch.unitSymbol))}</p> : null}
            <ul className="text-muted-foreground text-xs">
              {[...part.made, ...part.used].map(({ itemId, itemName, unitSymbol, lot, expiry, qty }) => (
                <li key={`${itemId} ${lot}`}>
                  {[itemName, formatAmount(qty, unitSymbol), lot, expiry && formatDate(expiry)]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
