import { Check, ChefHat } from 'lucide-react';
import { useState } from 'react';
import { canActAtLocation, canWrite } from '#core/permissions.ts';
import { readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { formatAmount } from '#platform/web/format/unit.ts';
import { roundUpToUnit } from '#platform/web/format/unit-digits.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { newUuid } from '#platform/web/uuid.ts';
import { warnUnusualQuantity } from '#modules/items/web/unusual.ts';
import type { PlanRow, ProductionPlan } from '../shapes.ts';
import { productionMessages } from './messages.ts';
import { PlanFigures } from './plan-figures.tsx';
import { prepMessages } from './prep-messages.ts';
import { recordPrepAction } from './queries.ts';

/** A batch to make: an open batch, or a new one for the shortage (`batch` is null). */
interface PrepLine {
  key: string;
  batch: PlanRow['plannedBy'][number] | null;
  qty: number;
}

const listLines = ({ plannedBy, recipeId, toMake }: PlanRow): PrepLine[] => [
  ...plannedBy.map((batch) => ({ key: batch.id, batch, qty: batch.qty })),
  ...(toMake > 0 && recipeId !== null ? [{ key: recipeId, batch: null, qty: toMake }] : []),
];

interface PrepRowsProps {
  plan: ProductionPlan;
  rows: readonly PlanRow[];
  onRefetch(): void;
}

/** A location's items to prepare by section. */
export function PrepRows({ plan, rows, onRefetch }: PrepRowsProps) {
  const t = useMessages(prepMessages);
  const { noSection, coveredItems } = useMessages(productionMessages).plan;
  const user = useUser();
  const canRecord = canWrite(user, 'production-batches', 'canCreate') && canActAtLocation(user, plan.kitchen);
  const slot = `prep.${plan.kitchen}.${plan.day}`;
  const store = formDrafts.open(user._id, slot);
  const enteredQtys = readRecord(useStore(store)?.values);
  function setEnteredQty(key: string, qty: number | null | undefined): void {
    const { [key]: _previous, ...others } = readRecord(store.get()?.values);
    if (qty !== undefined) store.set(newFormDraft({ ...others, [key]: qty }));
    else if (Object.keys(others).length > 0) store.set(newFormDraft(others));
    else store.discard();
  }
  const listedRows = rows.filter((row) => row.made > 0 || listLines(row).length > 0);
  const coveredRows = rows.filter((row) => !listedRows.includes(row));
  const groups = [...Map.groupBy(listedRows, ({ sectionName }) => sectionName ?? '')].toSorted(([a], [b]) =>
    a === '' ? 1 : b === '' ? -1 : a.localeCompare(b),
  );
  if (rows.length === 0) return <EmptyState icon={ChefHat} title={t.none} text={t.noneText} />;
  return (
    <CellGrid name={slot}>
      <div data-quantity-grid className="flex flex-col gap-5">
        <p role="status" className="font-medium text-sm">
          {t.progress(listedRows.filter((row) => listLines(row).length === 0).length, listedRows.length)}
        </p>
        {groups.map(([section, sectionRows]) => (
          <section key={section} aria-label={section || noSection}>
            <h2 className="pb-1 font-semibold text-sm">{section || noSection}</h2>
            <ul className="divide-y rounded-md border">
              {sectionRows.map((row) => (
                <li key={row.itemId} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2">
                  <div className="min-w-0 flex-1 basis-64">
                    <PlanFigures row={row} kitchen={plan.kitchen} day={plan.day} />
                    <p className="text-muted-foreground text-xs tabular-nums">
                      {t.onHand(formatAmount(row.onHand, row.unitSymbol))}
                    </p>
                  </div>
                  <div className="ms-auto flex flex-col items-end gap-2">
                    {row.made > 0 ? (
                      <p className="flex items-center gap-1 font-medium text-sm text-status-green tabular-nums">
                        <Check aria-hidden="true" className="size-4" />
                        {t.made(formatAmount(row.made, row.unitSymbol))}
                      </p>
                    ) : null}
                    {listLines(row).map((line) => (
                      <Line
                        key={`${line.key} ${row.made}`}
                        plan={plan}
                        row={row}
                        line={line}
                        canRecord={canRecord}
                        enteredQty={enteredQtys[line.key]}
                        onEnter={(qty) => setEnteredQty(line.key, qty)}
                        onRefetch={onRefetch}
                      />
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {coveredRows.length === 0 ? null : (
          <details className="rounded-md border">
            <summary className="cursor-pointer px-3 py-2 text-sm touch:py-3">
              {coveredItems(coveredRows.length)}
            </summary>
            <ul className="divide-y border-t">
              {coveredRows.map((row) => (
                <li key={row.itemId} className="px-3 py-2">
                  <PlanFigures row={row} kitchen={plan.kitchen} day={plan.day} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </CellGrid>
  );
}

interface LineProps {
  plan: ProductionPlan;
  row: PlanRow;
  line: PrepLine;
  canRecord: boolean;
  /** Quantity that the user has entered instead of the proposed one; undefined if none. */
  enteredQty: unknown;
  onEnter(qty: number | null | undefined): void;
  onRefetch(): void;
}

/** Quantity made and the button that posts it. */
function Line({ plan, row, line, canRecord, enteredQty, onEnter, onRefetch }: LineProps) {
  const t = useMessages(prepMessages);
  const recording = useOutboxMutation(recordPrepAction);
  const { kitchen, day } = plan;
  const { itemName, unitSymbol, recipeId, made } = row;
  const qty = enteredQty === undefined ? roundUpToUnit(line.qty, unitSymbol) : readNumberValue(enteredQty);
  const queuedEntries = useOutbox().flatMap(({ kind, state, body }) => {
    const input = readRecord(body);
    return kind === recordPrepAction.kind &&
      (state === 'queued' || state === 'sending') &&
      input['kitchen'] === kitchen &&
      input['day'] === day &&
      (input['recipeId'] ?? null) === recipeId
      ? [{ batchId: input['batchId'], qty: readNumberValue(input['qty']) ?? 0 }]
      : [];
  });
  const isQueued = queuedEntries.some(({ batchId }) => batchId === line.batch?.id);
  // Prevents recording the line twice before the list is reloaded with the new quantity made.
  const [isRecorded, setRecorded] = useState(false);
  const isBusy = isQueued || isRecorded || recording.isPending;

  async function record(): Promise<void> {
    if (qty === null || qty <= 0) return;
    const input = {
      kitchen,
      day,
      ...(recipeId !== null && { recipeId }),
      qty,
      // Entries queued before this one are posted first.
      shownMadeQty: queuedEntries.reduce((sum, entry) => sum + entry.qty, made),
      ...(line.batch && { batchId: line.batch.id }),
    };
    try {
      await recording.send({ localId: newLocalId(newUuid()), itemName, input }, () => onEnter(undefined));
      setRecorded(true);
      toast(t.recorded(itemName, formatAmount(qty, unitSymbol)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Reloading the list replaces this line, so the error is shown in a toast.
      toastError(`${itemName}: ${getErrorMessage(error, '')}`);
      onEnter(error.code === 'ILLEGAL_TRANSITION' ? undefined : qty);
      onRefetch();
    }
  }

  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex flex-wrap items-start justify-end gap-2">
        {line.batch ? (
          <span className="pt-2 text-muted-foreground text-xs tabular-nums">
            <bdi>{line.batch.number}</bdi> · <bdi>{formatAmount(line.batch.qty, unitSymbol)}</bdi>
          </span>
        ) : null}
        {canRecord ? (
          <>
            <div className="w-32">
              <QuantityCell
                label={line.batch ? t.batchQty(itemName, line.batch.number) : t.qty(itemName)}
                value={qty}
                unit={unitSymbol}
                column="made"
                cell={line.key}
                disabled={isBusy}
                warn={(next) => warnUnusualQuantity(next, [line.qty], unitSymbol)}
                onCommit={onEnter}
              />
            </div>
            <Button
              variant="primary"
              className="touch:min-h-11"
              aria-label={line.batch ? t.recordBatch(itemName, line.batch.number) : t.record(itemName)}
              disabled={isBusy || qty === null || qty <= 0}
              onClick={() => void record()}
            >
              <Check aria-hidden="true" />
              {t.done}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
