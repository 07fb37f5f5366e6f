import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { mayAttachToWastage } from '#domain/attachments.ts';
import { mayWrite } from '#domain/permissions.ts';
import { takeBackWastage, wasteRecordQuery } from '#src/collections/documents/wastage.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent, SheetContent } from '#src/components/ui/dialog.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#src/entities/document/document-panel.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formDrafts } from '#src/lib/drafts/form-drafts.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { LateAttachments } from '#src/entities/attachment/late-attachments.tsx';
import { wasteMessages } from './messages.ts';
import { editSlot, WastageEdit } from './wastage-edit.tsx';
import { useWasteReason, WasteStatus } from './wastage-columns.tsx';

interface WastagePanelProps {
  id: string;
  onClose(): void;
}

/** One record beside the list; what is posted can be taken back here. */
export function WastagePanel({ id, onClose }: WastagePanelProps) {
  const t = useMessages(wasteMessages);
  const record = useQuery(wasteRecordQuery(id));
  return (
    <DocumentPanel query={record} texts={{ loading: t.panel.loading, failed: t.failed }} onClose={onClose}>
      {(data) => <Sheet record={data} onClose={onClose} />}
    </DocumentPanel>
  );
}

function Sheet({ record, onClose }: { record: Wastage; onClose(): void }) {
  const t = useMessages(wasteMessages);
  const reasonOf = useWasteReason();
  const money = useMoney();
  const user = useUser();
  const takingBack = useOutboxMutation(takeBackWastage);
  const [isAsking, setAsking] = useState(false);
  const mayEdit =
    (record.status === 'Posted' || record.status === 'Draft') && mayWrite(user, 'wastage', 'canEdit');
  /** What was left typed over the record is gone on with. */
  const [isEditing, setEditing] = useState(
    () => mayEdit && formDrafts.open(user._id, editSlot(record._id)).get() !== null,
  );
  const mayTakeBack = record.status === 'Posted' && mayWrite(user, 'wastage', 'canDelete');
  const mayWriteSome = mayWrite(user, 'wastage', 'canEdit') || mayWrite(user, 'wastage', 'canCreate');
  const { columns } = t;
  const facts: [string, string | null][] = [
    [columns.item, record.itemName],
    [columns.qty, formatAmount(record.qty, record.unitSymbol)],
    [columns.reason, reasonOf(record.reason)],
    [columns.cost, money(record.cost)],
    [columns.place, record.branchName],
    [columns.dateTime, formatInstant(record.dateTime)],
    [columns.userName, record.userName],
    [columns.note, record.note],
  ];

  async function takeBack(): Promise<void> {
    setAsking(false);
    try {
      await takingBack.send({ record });
      toast(t.panel.done(record.number));
      onClose();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
    }
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
      marks={<WasteStatus status={record.status} />}
      footer={
        mayTakeBack || mayEdit ? (
          <>
            {mayTakeBack ? (
              <Button disabled={takingBack.isPending} onClick={() => setAsking(true)}>
                {t.panel.takeBack}
              </Button>
            ) : null}
            {mayEdit ? (
              <Button disabled={takingBack.isPending} onClick={() => setEditing(true)}>
                {t.panel.edit}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {takingBack.error ? (
        <p role="alert" className="pill-status-red mb-4 rounded-md px-3 py-2 text-sm">
          {takingBack.error.message}
        </p>
      ) : null}
      <DocumentFacts facts={facts} />
      <div className="pt-4">
        <LateAttachments
          of={{ docType: 'wastage', docId: record._id, number: record.number }}
          canAdd={mayWriteSome && mayAttachToWastage(record, user)}
          hasTitle
        />
      </div>
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent
          title={t.panel.takeBackTitle(record.number)}
          description={t.panel.takeBackText(
            formatAmount(record.qty, record.unitSymbol),
            record.itemName,
            record.branchName,
          )}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t.panel.keep}</Button>
              <Button variant="destructive" onClick={() => void takeBack()}>
                {t.panel.takeBack}
              </Button>
            </>
          }
        />
      </Dialog>
    </DocumentSheet>
  );
}
