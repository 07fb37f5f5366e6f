import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { PatchBatchInput } from '../input.ts';
import type { BatchLine, ProductionBatch } from '../shapes.ts';
import { utcDays } from '#core/business-day.ts';
import { hasFlag, canActAtLocation } from '#core/permissions.ts';
import { batchStatuses, decideBatchEdit } from '../lifecycle.ts';
import { batchQuery, editBatchAction, moveBatchAction, removeBatchAction } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { DeleteDraft } from '#platform/documents/web/delete-draft.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { StageBar, getReachedStages } from '#platform/documents/web/stage-bar.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { BatchStatusPill } from './batch-status.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { formatDate, formatInstant } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { batchKind, type BatchTransition } from './batch-kind.ts';
import { BatchLines, FinishedParts, type BatchLineEntry } from './batch-lines.tsx';
import { BatchPlan } from './batch-plan.tsx';
import { BatchPrint } from './batch-print.tsx';
import { formatAllergens, listProducedLots } from './labels.ts';
import { LabelMenu } from './label-menu.tsx';
import { PartDialog, PostingPreview } from './posting-preview.tsx';
import { productionMessages } from './messages.ts';
import { useBatchFields } from './use-batch-fields.ts';

interface BatchPanelProps {
  id: string;
  onClose(): void;
}

/** Panel for one batch next to the list: inputs, outputs and available actions. */
export function BatchPanel({ id, onClose }: BatchPanelProps) {
  const t = useMessages(productionMessages).panel;
  const query = useQuery(batchQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet batch={data} onRefetch={() => void query.refetch()} onClose={onClose} />}
    </DocumentPanel>
  );
}

interface SheetProps {
  batch: ProductionBatch;
  onRefetch(): void;
  onClose(): void;
}

function Sheet({ batch, onRefetch, onClose }: SheetProps) {
  const messages = useMessages(productionMessages);
  const t = messages.panel;
  const user = useUser();
  const editing = useOutboxMutation(editBatchAction);
  const moving = useOutboxMutation(moveBatchAction);
  const removing = useOutboxMutation(removeBatchAction);
  const branches = useQuery(branchesQuery());
  const place = branches.data?.find(({ _id }) => _id === batch.kitchen) ?? utcDays;
  const [isFinishingPart, setFinishingPart] = useState(false);
  const print = usePrintout(<BatchPrint batch={batch} />);
  const transitions = useTransitions(batchKind, batch, {
    send({ to }, reason) {
      // Save the reason first; if that is rejected, the transition is dropped too.
      if (reason !== null)
        editing.send({ record: batch, input: { transitionReason: reason } }).catch(() => undefined);
      const status = batchStatuses.find((candidate) => candidate === to);
      return status === undefined ? Promise.resolve() : moving.send({ record: batch, input: { status } });
    },
    isPending: moving.isPending || editing.isPending || removing.isPending,
    error: moving.error ?? editing.error ?? removing.error,
    refetch: onRefetch,
  });
  const { status } = batch;
  const lifecycleInput = batchKind.lifecycleInput(batch);
  const canPlan =
    lifecycleInput !== null &&
    decideBatchEdit(lifecycleInput, user, { plannedQty: 1, plannedFor: batch.plannedFor, shift: null }).ok;
  const canEnter =
    lifecycleInput !== null && decideBatchEdit(lifecycleInput, user, { consumed: [], part: true }).ok;

  async function edit(input: Omit<PatchBatchInput, 'status'>, successText?: string): Promise<boolean> {
    try {
      await editing.send({ record: batch, input });
      if (successText !== undefined) toast(successText);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onRefetch();
      return false;
    }
  }
  const enterLine = (line: BatchLine, entry: BatchLineEntry) => void edit(buildLineInput(line, entry));

  async function changeStatus(move: BatchTransition, reason: string | null): Promise<void> {
    const statusNames: Readonly<Record<string, string>> = messages.statuses;
    if (await transitions.make(move, reason)) toast(t.moved(batch.number, statusNames[move.to] ?? move.to));
  }
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={batch.number}
      badges={
        <>
          <BatchStatusPill status={status} />
          <bdi>{batch.itemName}</bdi>
        </>
      }
      outboxKey={batchKind.getKey(batch)}
      footer={
        <>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
          {listProducedLots(batch).length > 0 ? <LabelMenu batch={batch} place={place} /> : null}
          {status === 'Planned' && hasFlag(user, 'canDelete') && canActAtLocation(user, batch.kitchen) ? (
            <DeleteDraft
              number={batch.number}
              label={t.delete}
              isBusy={transitions.isBusy}
              remove={() => removing.send({ record: batch })}
              onDeleted={onClose}
              onRefused={onRefetch}
            />
          ) : null}
          {canEnter ? (
            <Button
              disabled={transitions.isBusy}
              onClick={() => {
                if (commitPendingCells()) setFinishingPart(true);
              }}
            >
              {t.part}
            </Button>
          ) : null}
          <TransitionButtons
            transitions={transitions}
            onMove={(move, reason) => void changeStatus(move, reason)}
            getFields={({ verb }) =>
              verb === 'finish'
                ? { content: () => <PostingPreview batch={batch} place={place} />, missing: () => [] }
                : undefined
            }
          />
          {isFinishingPart ? (
            <PartDialog
              batch={batch}
              place={place}
              onClose={() => setFinishingPart(false)}
              onPost={(good) => {
                setFinishingPart(false);
                const mainLine = batch.items.find(
                  ({ side, itemId }) => side === 'out' && itemId === batch.itemId,
                );
                if (mainLine)
                  void edit(
                    { ...buildLineInput(mainLine, { qty: good }), part: true },
                    t.partRecorded(batch.number),
                  );
              }}
            />
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={transitions.error} />
        {status === 'Cancelled' ? null : (
          <StageBar
            status={status}
            stages={getReachedStages(
              ['Planned', 'In Progress', 'Completed'],
              messages.statuses,
              batch.statusHistory,
            )}
          />
        )}
        <BatchDetails batch={batch} />
        <BatchPlan
          key={batch._id}
          batch={batch}
          canPlan={canPlan}
          isBusy={transitions.isBusy}
          onSave={(change) => edit(change, t.plan.saved(batch.number))}
        />
        <BatchLines
          batch={batch}
          side="in"
          place={place}
          canEnter={canEnter}
          onEnter={enterLine}
          onAdd={(itemId) => void edit({ consumed: [{ itemId, qty: 0 }] })}
        />
        <BatchLines
          batch={batch}
          side="out"
          place={place}
          canEnter={canEnter}
          onEnter={enterLine}
          onAdd={(itemId) => void edit({ produced: [{ itemId, qty: 0, costShare: 0 }] })}
        />
        {canEnter ? <Loss batch={batch} onEdit={(input) => void edit(input)} /> : null}
        <FinishedParts batch={batch} />
        <PrintedLabels batch={batch} />
        {batch.steps.length === 0 ? null : (
          <section aria-label={t.method}>
            <h3 className="pb-1 font-semibold text-sm">{t.method}</h3>
            <ol className="ps-5 text-sm" style={{ listStyle: 'decimal' }}>
              {batch.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        )}
        <DocumentHistory entries={batch.statusHistory} statuses={messages.statuses} />
      </div>
    </DocumentSheet>
  );
}

/** Builds the request for a line: the new entry, merged with everything entered before. */
function buildLineInput(line: BatchLine, entry: BatchLineEntry): Omit<PatchBatchInput, 'status'> {
  const qty = entry.qty ?? line.enteredQty ?? line.proposedQty;
  if (line.side === 'in') {
    const lots = entry.lots ?? line.lots;
    const enteredLots = lots.filter(({ lot }) => lot !== '');
    const remainingMicro =
      Math.round(qty * 1e6) - enteredLots.reduce((sum, lot) => sum + Math.round(lot.qty * 1e6), 0);
    return {
      consumed: [
        ...enteredLots.map(({ qty: lotQty, lot }) => ({ itemId: line.itemId, qty: lotQty, lot })),
        ...(remainingMicro > 0 || enteredLots.length === 0
          ? [{ itemId: line.itemId, qty: remainingMicro / 1e6 }]
          : []),
      ],
    };
  }
  const [lot, expiry] = [
    entry.lot === undefined ? line.lot : entry.lot,
    entry.expiry === undefined ? line.expiry : entry.expiry,
  ];
  return {
    produced: [
      {
        itemId: line.itemId,
        qty,
        ...(lot !== null && { lot }),
        ...(expiry !== null && { expiry }),
        ...(entry.costShare !== undefined && { costShare: entry.costShare }),
        ...(entry.fixedValue !== undefined && { fixedValue: entry.fixedValue }),
      },
    ],
  };
}

/** Labels printed for the batch, and warnings about those that are outdated. */
function PrintedLabels({ batch }: { batch: ProductionBatch }) {
  const t = useMessages(productionMessages).panel;
  if (batch.labels.length === 0) return null;
  return (
    <section aria-label={t.printedLabels}>
      <h3 className="pb-1 font-semibold text-sm">{t.printedLabels}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {batch.labels.map((label) => (
          <li key={label._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <p className="min-w-0 flex-1 basis-52">
              {[t.copies(label.copies), label.lot, label.useBy && formatDate(label.useBy)]
                .filter(Boolean)
                .join(' · ')}
              <span className="block text-muted-foreground text-xs">
                {t.by(formatInstant(label.at), label.byName)} · {t.causes[label.cause]}
              </span>
            </p>
            {label.outdated.map((reason) => (
              <Pill key={reason} tone="red">
                {t.outdated[reason]}
              </Pill>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LossProps {
  batch: ProductionBatch;
  onEdit(input: Omit<PatchBatchInput, 'status'>): void;
}

/** Lost quantity with its reason, and the labour cost. */
function Loss({ batch, onEdit }: LossProps) {
  const { fields, panel: t } = useMessages(productionMessages);
  const reasonLine = batch.reasonCode
    ? [batch.reasonCode, batch.reasonNote].filter(Boolean).join(': ')
    : batch.reason;
  return (
    <section aria-label={fields.loss} className="flex flex-wrap items-start gap-3 text-sm">
      <div className="w-32">
        <p className="text-muted-foreground text-xs">{fields.loss}</p>
        <QuantityCell
          label={fields.loss}
          value={batch.loss}
          unit={batch.unitSymbol}
          column="loss"
          commitOn="leave"
          onCommit={(loss) => onEdit({ loss: loss ?? 0 })}
        />
      </div>
      {batch.loss > 0 ? (
        <div className="min-w-52 flex-1">
          <p className="text-muted-foreground text-xs">{t.lossReason}</p>
          <ReasonChoice
            use="forWaste"
            label={t.lossReason}
            value={reasonLine}
            isMissing={batch.reason === null}
            onChange={(reason) => {
              if (reason !== null) onEdit({ lossReason: reason });
            }}
          />
        </div>
      ) : null}
      {batch.labour === null ? null : (
        <div className="w-32">
          <p className="text-muted-foreground text-xs">{fields.labour}</p>
          <QuantityCell
            label={fields.labour}
            value={batch.labour}
            column="labour"
            commitOn="leave"
            onCommit={(labour) => onEdit({ labour: labour ?? 0 })}
          />
        </div>
      )}
    </section>
  );
}

function BatchDetails({ batch }: { batch: ProductionBatch }) {
  const { fields, panel: t } = useMessages(productionMessages);
  const { fact } = useBatchFields();
  const remainingQty = Math.max(
    0,
    Math.round((batch.plannedQty - batch.goodQty - batch.lostQty) * 1e6) / 1e6,
  );
  const [, shift] = fact(batch, 'shift');
  const [goodQtyLabel, goodQty] = fact(batch, 'goodQty');
  const notes = fact(batch, 'notes');
  const facts: Fact[] = [
    fact(batch, 'recipeName', (name) => t.version(name, batch.recipeVersion)),
    fact(batch, 'kitchenName'),
    fact(batch, 'plannedQty'),
    fact(batch, 'plannedFor', (day) => (shift === null ? day : `${day} · ${shift}`)),
    [goodQtyLabel, batch.parts > 0 ? goodQty : null],
    fact(batch, 'lostQty'),
    [
      t.toMake,
      batch.status === 'In Progress' && batch.parts > 0 ? formatAmount(remainingQty, batch.unitSymbol) : null,
    ],
    fact(batch, 'startedAt', (at) => t.by(at, batch.startedByName ?? '')),
    fact(batch, 'completedAt', (at) => t.by(at, batch.completedByName ?? '')),
    fact(batch, 'value'),
    fact(batch, 'unitCost'),
    [fields.allergens, formatAllergens(batch) || null],
    notes,
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={notes[0]} />;
}
