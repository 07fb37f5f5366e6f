import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wastage } from '../shapes.ts';
import { canAttachToWastage } from '#modules/documents/attachable.ts';
import { canWrite } from '#core/permissions.ts';
import { changeWastageAction, reverseWastageAction, wasteRecordQuery } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SheetContent } from '#platform/web/ui/dialog.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory, useDocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { StageBar, getReachedStages } from '#platform/documents/web/stage-bar.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { formDrafts } from '#platform/web/drafts/form-drafts.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { WasteStatus } from './waste-status.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import { wasteMessages } from './messages.ts';
import { getRecordLots } from './entry-draft.ts';
import { getWastageEditSlot, WastageEdit } from './wastage-edit.tsx';
import { useWastageFields } from './use-wastage-fields.ts';
import { withWastageStatus, wastageKind } from './wastage-kind.ts';

interface WastagePanelProps {
  id: string;
  onClose(): void;
}

/** Panel of one record next to the list; a posted record can be reversed here. */
export function WastagePanel({ id, onClose }: WastagePanelProps) {
  const t = useMessages(wasteMessages);
  const record = useQuery(wasteRecordQuery(id));
  return (
    <DocumentPanel query={record} texts={{ loading: t.panel.loading, failed: t.failed }} onClose={onClose}>
      {(data) => <Sheet record={data} onClose={onClose} onRefetch={() => void record.refetch()} />}
    </DocumentPanel>
  );
}

interface SheetProps {
  record: Wastage;
  onClose(): void;
  onRefetch(): void;
}

function Sheet({ record, onClose, onRefetch }: SheetProps) {
  const t = useMessages(wasteMessages);
  const { fact } = useWastageFields();
  const user = useUser();
  const reversing = useOutboxMutation(reverseWastageAction);
  const changing = useOutboxMutation(changeWastageAction);
  const history = useDocumentHistory('wastage', record);
  const transitions = useTransitions(wastageKind, record, {
    send: ({ to }) =>
      to === 'Draft' || to === 'Posted'
        ? changing.send({ record, input: withWastageStatus(to, record) })
        : reversing.send({ record }),
    isPending: reversing.isPending || changing.isPending,
    error: reversing.error ?? changing.error,
    refetch: onRefetch,
  });
  const canEdit =
    (record.status === 'Posted' || record.status === 'Draft') && canWrite(user, 'wastage', 'canEdit');
  /** Whether the form is open; initially open if unsaved edits are stored on this device. */
  const [isEditing, setEditing] = useState(
    () => canEdit && formDrafts.open(user._id, getWastageEditSlot(record._id)).get() !== null,
  );
  const canWriteAny = canWrite(user, 'wastage', 'canEdit') || canWrite(user, 'wastage', 'canCreate');
  /** Whether it was ever a draft; the status steps of a record posted directly are hidden. */
  const wasDraft = record.status === 'Draft' || history.some(({ to }) => to === 'Draft');
  const facts: Fact[] = [
    fact(record, 'itemName'),
    fact(record, 'qty'),
    [
      t.fields.lots,
      (getRecordLots(record) ?? [])
        .map(({ lot, qty }) => `${lot} ${formatAmount(qty, record.unitSymbol)}`)
        .join(', ') || null,
    ],
    fact(record, 'reason'),
    fact(record, 'cost'),
    fact(record, 'branchName'),
    fact(record, 'dateTime'),
    fact(record, 'userName'),
    fact(record, 'note'),
  ];

  async function make(
    transition: (typeof transitions.offered)[number],
    reason: string | null,
  ): Promise<void> {
    if (!(await transitions.make(transition, reason))) return;
    toast(transition.to === 'Reversed' ? t.panel.reversed(record.number) : t.panel.updated(record.number));
    if (transition.to === 'Reversed') onClose();
  }

  if (isEditing) {
    return (
      <SheetContent title={t.panel.editing(record.number)}>
        <WastageEdit record={record} onDone={() => setEditing(false)} />
      </SheetContent>
    );
  }
  return (
    <DocumentSheet
      number={record.number}
      badges={<WasteStatus status={record.status} />}
      outboxKey={wastageKind.getKey(record)}
      footer={
        <>
          {canEdit ? (
            <Button disabled={transitions.isBusy} onClick={() => setEditing(true)}>
              {t.panel.edit}
            </Button>
          ) : null}
          <TransitionButtons
            transitions={transitions}
            question={({ to }) =>
              to === 'Reversed'
                ? t.panel.reverseText(
                    formatAmount(record.qty, record.unitSymbol),
                    record.itemName,
                    record.branchName,
                  )
                : undefined
            }
            onMove={(transition, reason) => void make(transition, reason)}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={transitions.error} />
        {wasDraft ? (
          <StageBar
            status={record.status}
            stages={getReachedStages(['Draft', 'Posted'], t.statuses, history)}
          />
        ) : null}
        <DocumentFacts facts={facts} />
        <LazyAttachments
          document={{ docType: 'wastage', docId: record._id, number: record.number }}
          canAdd={canWriteAny && canAttachToWastage(record, user)}
          hasTitle
        />
        <DocumentHistory entries={history} statuses={t.statuses} />
      </div>
    </DocumentSheet>
  );
}
