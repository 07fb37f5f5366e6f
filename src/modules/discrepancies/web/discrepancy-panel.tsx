import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { Discrepancy } from '../shapes.ts';
import { hasFlag, canRead } from '#core/permissions.ts';
import { commentOnDiscrepancyAction, discrepancyQuery, resolveDiscrepancyAction } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory, useDocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { StageBar } from '#platform/documents/web/stage-bar.tsx';
import { DocumentStatus } from '#platform/documents/web/status-pill.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { Decisions, EarlierDecision } from './decisions.tsx';
import { discrepancyKind, isDiscrepancyType, getResolutions } from './discrepancy-kind.ts';
import { getSourceLink, discrepancyStatusStyles } from './discrepancy-styles.ts';
import { discrepancyMessages } from './messages.ts';
import { useParties } from './parties.ts';
import { useDiscrepancyFields } from './use-discrepancy-fields.ts';

interface DiscrepancyPanelProps {
  id: string;
  onClose(): void;
}

/** Panel for the discrepancy in the URL: details, resolution, and available decisions. */
export function DiscrepancyPanel({ id, onClose }: DiscrepancyPanelProps) {
  const t = useMessages(discrepancyMessages);
  const query = useQuery({ ...discrepancyQuery(id), staleTime: 0 });
  return (
    <DocumentPanel
      query={query}
      texts={{ loading: t.loadingOne, failed: t.failedOne, gone: t.notFound }}
      onClose={onClose}
    >
      {(data) => (
        <DiscrepancySheet discrepancy={data} onClose={onClose} onRefetch={() => void query.refetch()} />
      )}
    </DocumentPanel>
  );
}

interface SheetProps {
  discrepancy: Discrepancy;
  onClose(): void;
  onRefetch(): void;
}

function DiscrepancySheet({ discrepancy, onClose, onRefetch }: SheetProps) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const { fact } = useDiscrepancyFields();
  const parties = useParties()(discrepancy);
  const history = useDocumentHistory('discrepancies', discrepancy);
  /**
   * Whether the discrepancy was open when the panel opened; if another user then resolves it, their decision
   * is shown.
   */
  const [wasOpen] = useState(discrepancy.status === 'Open');
  const resolving = useOutboxMutation(resolveDiscrepancyAction);
  const transitions = useTransitions(discrepancyKind, discrepancy, {
    send: ({ verb, input }) => resolving.send({ record: discrepancy, input: input ?? { action: verb } }),
    isPending: resolving.isPending,
    error: resolving.error,
    refetch: onRefetch,
  });
  const { _id, orderId, orderNo, orderLine, itemName, status, branchName, resolvedBy } = discrepancy;
  const isResolvedByOther =
    wasOpen && status === 'Resolved' && resolvedBy !== null && resolvedBy !== user._id;
  const canResolve = transitions.offered.length > 0;
  const type = isDiscrepancyType(discrepancy.type) ? t.types[discrepancy.type] : discrepancy.type;
  const qty = formatAmount(discrepancy.qty, discrepancy.unitSymbol);
  const { docType, followUpOrderId } = discrepancy;
  const links = [
    { id: orderId, text: docType === 'transfer' ? t.openTransfer(orderNo) : t.openOrder(orderNo) },
    { id: followUpOrderId ?? '', text: t.openFollowUp },
  ].flatMap(({ id, text }) => {
    const to = id === '' ? null : getSourceLink(user, { orderId: id, docType });
    return to === null ? [] : [{ to, text }];
  });
  const note = fact(discrepancy, 'note');
  const locations: Fact[] =
    docType === 'transfer'
      ? [
          [t.fields.kitchen, parties.sender],
          [t.fields.branch, parties.receiver],
        ]
      : [fact(discrepancy, 'branchName')];
  const facts: Fact[] = [
    fact(discrepancy, 'orderNo'),
    ...locations,
    fact(discrepancy, 'qty'),
    ...(canRead(user, 'costs') ? [fact(discrepancy, 'value')] : []),
    fact(discrepancy, 'createdAt', (at) => `${at} (${formatAge(discrepancy.createdAt)})`),
    fact(discrepancy, 'action'),
    fact(discrepancy, 'chargedTo'),
    note,
  ];
  return (
    <DocumentSheet
      number={t.title(type, itemName)}
      badges={
        <>
          <DocumentStatus status={status} styles={discrepancyStatusStyles} labels={t.statuses} />
          <span>
            {qty} · {branchName} · <bdi className="whitespace-nowrap">{orderNo}</bdi>
          </span>
        </>
      }
      outboxKey={discrepancyKind.getKey(discrepancy)}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <div className="flex flex-col gap-5">
        {isResolvedByOther ? (
          <div role="alert" className="rounded-md border border-status-amber p-3 text-sm">
            <EarlierDecision discrepancy={discrepancy} />
          </div>
        ) : (
          <TransitionRefusal error={transitions.error} />
        )}
        <StageBar
          status={status}
          stages={[
            { status: 'Open', name: t.statuses.Open, at: discrepancy.createdAt },
            { status: 'Resolved', name: t.statuses.Resolved, at: discrepancy.resolvedAt },
          ]}
        />
        <DocumentFacts facts={facts} fullWidthLabel={note[0]} />
        {links.map(({ to, text }) => (
          <Link
            key={text}
            {...to}
            className="inline-flex items-center self-start text-primary text-sm underline-offset-2 hover:underline touch:min-h-11"
          >
            {text}
          </Link>
        ))}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {(orderId === '' ? [] : [orderLine, null]).map((lineId) => (
            <LazyAttachments
              key={lineId}
              document={{
                docType: discrepancy.docType === 'transfer' ? 'transfers' : 'orders',
                docId: orderId,
                number: orderNo,
              }}
              lineId={lineId}
              subject={lineId === null ? orderNo : itemName}
              canAdd={false}
            />
          ))}
          <LazyAttachments
            document={{ docType: 'discrepancies', docId: _id, number: orderNo }}
            subject={itemName}
            canAdd={canResolve && hasFlag(user, 'canEdit')}
          />
        </div>
        {canResolve ? (
          <Decisions
            resolutions={getResolutions(discrepancy, user)}
            subject={transitions.number}
            qty={qty}
            value={discrepancy.value}
            parties={parties}
            disabledReason={transitions.isBusy ? t.busy : null}
            onDecide={(transition, input) => {
              void transitions.make({ ...transition, input }).then((isDone) => {
                if (!isDone) return;
                toast(t.resolved(itemName));
                onClose();
              });
            }}
          />
        ) : null}
        {status === 'Open' && !canResolve ? (
          <p className="text-muted-foreground text-sm">{t.noPermission}</p>
        ) : null}
        <DocumentHistory
          entries={history}
          statuses={t.statuses}
          detail={({ verb }) =>
            parties.getActionLabel(verb === 'comment' ? null : (verb ?? null)) ?? undefined
          }
        />
        {hasFlag(user, 'canEdit') ? <CommentForm discrepancy={discrepancy} /> : null}
      </div>
    </DocumentSheet>
  );
}

/** Form for a comment that both parties can see. */
function CommentForm({ discrepancy }: { discrepancy: Discrepancy }) {
  const t = useMessages(discrepancyMessages);
  const commenting = useOutboxMutation(commentOnDiscrepancyAction);
  const [text, setText] = useState('');
  const isSending = useRef(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    const comment = text.trim();
    if (comment === '' || isSending.current) return;
    isSending.current = true;
    try {
      // Once the comment is stored on the device, the next one can be entered.
      await commenting.send({ record: discrepancy, input: { comment } }, () => setText(''));
    } catch {
      // `commenting.error` shows the error; the text is restored.
      setText((current) => (current === '' ? comment : current));
    } finally {
      isSending.current = false;
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-2">
      <TransitionRefusal error={commenting.error} />
      <Field label={t.comment} hint={t.commentHint}>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            maxLength={500}
            className="min-h-16"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="self-start" disabled={text.trim() === ''}>
        {t.addComment}
      </Button>
    </form>
  );
}
