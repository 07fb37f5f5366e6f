import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { canWrite } from '#core/permissions.ts';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { canAttachToCheck, checkStatuses } from '../check-rules.ts';
import { decideCheckEdit } from '../lifecycle.ts';
import type { SafetyCheck } from '../shapes.ts';
import { checkKind } from './check-kind.ts';
import { CheckStatusPill } from './check-status.tsx';
import { checkDetailMessages } from './detail-messages.ts';
import { checkMessages } from './messages.ts';
import { checkQuery, editCheckAction, moveCheckAction } from './queries.ts';
import { useCheckFields } from './use-check-fields.ts';

/** Side panel of a check, with verification and voiding. */
export function CheckPanel({ id, onClose }: { id: string; onClose(): void }) {
  const t = useMessages(checkDetailMessages).panel;
  const query = useQuery(checkQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(check) => <Sheet check={check} onRefetch={() => void query.refetch()} />}
    </DocumentPanel>
  );
}

function Sheet({ check, onRefetch }: { check: SafetyCheck; onRefetch(): void }) {
  const t = useMessages(checkMessages);
  const { panel } = useMessages(checkDetailMessages);
  const { fields } = t;
  const user = useUser();
  const { fact, formatBy, formatDegrees, formatLimits } = useCheckFields();
  const moving = useOutboxMutation(moveCheckAction);
  const editing = useOutboxMutation(editCheckAction);
  const [isEditing, setEditing] = useState(false);
  const status = checkStatuses.find((candidate) => candidate === check.status);
  const canEdit = status !== undefined && decideCheckEdit({ ...check, status }, user, { note: '' }).ok;
  const moves = useTransitions(checkKind, check, {
    send: ({ to }, reason) =>
      moving.send({
        record: check,
        input: {
          status: to === 'Verified' ? to : 'Voided',
          ...(reason !== null && { transitionReason: reason }),
        },
      }),
    isPending: moving.isPending,
    error: moving.error ?? editing.error,
    refetch: onRefetch,
  });

  function saveNote(form: FormData): void {
    const note = String(form.get('note') ?? '').trim();
    if (note !== (check.note ?? '')) void editing.send({ record: check, input: { note } }).catch(onRefetch);
  }

  return (
    <DocumentSheet
      number={check.number}
      badges={
        <>
          <CheckStatusPill status={check.status} />
          {check.isWithin ? null : <Pill tone="amber">{t.results.outOfLimits}</Pill>}
          {check.isLate ? <Pill tone="amber">{t.results.late}</Pill> : null}
        </>
      }
      outboxKey={checkKind.getKey(check)}
      footer={
        <>
          {canEdit ? (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              {panel.edit}
            </Button>
          ) : null}
          <TransitionButtons
            transitions={moves}
            onMove={(move, reason) =>
              void moves
                .make(move, reason)
                .then(
                  (isDone) =>
                    isDone && toast(panel[move.to === 'Verified' ? 'verified' : 'voided'](check.number)),
                )
            }
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={moves.error} />
        <DocumentFacts
          facts={[
            fact(check, 'pointName'),
            fact(check, 'branchName'),
            fact(check, 'kind'),
            [t.limits, formatLimits(check)],
            [fields.reading, formatDegrees(check.reading)],
            [fields.secondReading, formatDegrees(check.secondReading)],
            fact(check, 'correctiveAction'),
            fact(check, 'dueAt'),
            [fields.checkedAt, formatBy(check.checkedAt, check.userName)],
            fact(check, 'signedBy'),
            fact(check, 'device'),
            [fields.verifiedAt, formatBy(check.verifiedAt, check.verifiedByName)],
            fact(check, 'note'),
          ]}
          fullWidthLabel={fields.note}
        />
        <LazyAttachments
          document={{ docType: 'safety-checks', docId: check._id, number: check.number }}
          canAdd={canWrite(user, 'safety-checks', 'canCreate') && canAttachToCheck(check, user)}
          hasTitle
        />
        <DocumentHistory entries={check.statusHistory} statuses={t.statuses} />
      </div>
      {isEditing ? (
        <ActionConfirmation
          title={panel.editTitle(check.number)}
          description={undefined}
          action={panel.save}
          fields={{
            missing: () => [],
            content: () => (
              <Field label={fields.note}>
                {(control) => (
                  <Textarea {...control} name="note" defaultValue={check.note ?? ''} maxLength={1000} />
                )}
              </Field>
            ),
          }}
          onConfirm={(_reason, form) => saveNote(form)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </DocumentSheet>
  );
}
