import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CheckCircle2, CircleDot } from 'lucide-react';
import { useId, useState } from 'react';
import type { Discrepancy } from '#contract/discrepancies.ts';
import { hasFlag, mayRead } from '#domain/permissions.ts';
import { discrepancyQuery } from '#src/collections/documents/discrepancies.ts';
import { Button } from '#src/components/ui/button.tsx';
import { LateAttachments } from '#src/entities/attachment/late-attachments.tsx';
import { DocumentHistory, useDocumentHistory } from '#src/entities/document/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#src/entities/document/document-panel.tsx';
import { StageBar } from '#src/entities/document/stage-bar.tsx';
import { DocumentStatus, type StatusLook } from '#src/entities/document/status-pill.tsx';
import { useMoves } from '#src/entities/document/use-moves.ts';
import { formatAge, formatInstant } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { reconcileMessages } from './messages.ts';
import { discrepancyKind, isDiscrepancyType } from './resolutions.ts';
import { Outcomes, ResolveForm, SettledText, useResolve, wordFor } from './resolve-form.tsx';

const looks: Readonly<Record<string, StatusLook>> = {
  Open: { tone: 'amber', icon: CircleDot },
  Resolved: { tone: 'green', icon: CheckCircle2 },
};

const route = getRouteApi('/_shell/central-kitchen/dashboard');

interface DiscrepancyPanelProps {
  id: string;
  /** As the list has it; null once it is not open any more. */
  row: Discrepancy | null;
  onClose(): void;
}

/** The discrepancy at the page's address: what is known of it, what became of it, or the decision that settles it. */
export function DiscrepancyPanel({ id, row, onClose }: DiscrepancyPanelProps) {
  const t = useMessages(reconcileMessages);
  const [opened, setOpened] = useState(row);
  if (opened === null && row !== null) setOpened(row);
  const asked = useQuery({ ...discrepancyQuery(id), enabled: row === null, staleTime: 0 });
  const shown = row ?? asked.data ?? opened;
  return (
    <DocumentPanel
      query={{ data: shown ?? undefined, error: row ? null : asked.error, refetch: asked.refetch }}
      texts={{ loading: t.loadingOne, failed: t.failedOne, gone: t.gone }}
      onClose={onClose}
    >
      {(data) => <DiscrepancySheet discrepancy={data} onClose={onClose} />}
    </DocumentPanel>
  );
}

function DiscrepancySheet({ discrepancy, onClose }: { discrepancy: Discrepancy; onClose(): void }) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  const money = useMoney();
  const formId = useId();
  const search = route.useSearch();
  const history = useDocumentHistory('discrepancies', discrepancy);
  /** Whoever has it open while somebody else resolves it is told what they chose. */
  const [wasOpen] = useState(discrepancy.status === 'Open');
  const resolving = useResolve([discrepancy], onClose);
  const { offered, isBusy } = useMoves(discrepancyKind, discrepancy, {
    send: () => Promise.resolve(),
    isPending: resolving.isPending,
    error: null,
  });
  const { _id, orderId, orderNo, orderLine, itemName, status, branchName } = discrepancy;
  const isOvertaken = wasOpen && status === 'Resolved' && resolving.isUntouched;
  const canResolve = offered.length > 0 && resolving.left.length > 0;
  const type = isDiscrepancyType(discrepancy.type) ? t.types[discrepancy.type] : discrepancy.type;
  const qty = formatAmount(discrepancy.qty, discrepancy.unitSymbol);
  const { facts: names } = t;
  const facts: [string, string | null][] = [
    [names.order, orderNo],
    [names.branch, branchName],
    [names.qty, qty],
    [names.value, mayRead(user, 'costs') ? money(discrepancy.value) : null],
    [names.reported, `${formatInstant(discrepancy.createdAt)} (${formatAge(discrepancy.createdAt)})`],
    [names.decision, wordFor(t.verbs, discrepancy.action)],
    [names.chargedTo, wordFor(t.targets, discrepancy.chargedTo)],
    [names.note, discrepancy.note],
  ];
  return (
    <DocumentSheet
      number={t.title(type, itemName)}
      marks={
        <>
          <DocumentStatus status={status} looks={looks} words={t.statuses} />
          <span>
            {qty} · {branchName} · <bdi>{orderNo}</bdi>
          </span>
        </>
      }
      sendKey={discrepancyKind.keyOf(discrepancy)}
      footer={
        canResolve ? (
          <>
            <Button onClick={onClose}>{t.back}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {t.resolve}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t.close}</Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {isOvertaken ? (
          <div role="alert" className="rounded-md border border-status-amber p-3 text-sm">
            <SettledText first={discrepancy} />
          </div>
        ) : null}
        <Outcomes of={resolving} isOne />
        <StageBar
          status={status}
          stages={[
            { status: 'Open', name: t.statuses.Open, at: discrepancy.createdAt },
            { status: 'Resolved', name: t.statuses.Resolved, at: discrepancy.at },
          ]}
        />
        <DocumentFacts facts={facts} wide={names.note} />
        {orderId === '' ? null : (
          <>
            <Link
              to="/central-kitchen/dashboard"
              search={{ ...search, discrepancy: undefined, order: orderId }}
              className="self-start text-primary text-sm underline-offset-2 hover:underline"
            >
              {t.openOrder(orderNo)}
            </Link>
            <div className="flex flex-wrap gap-2 empty:hidden">
              {[orderLine, null].map((lineId) => (
                <LateAttachments
                  key={lineId}
                  of={{ docType: 'orders', docId: orderId, number: orderNo }}
                  lineId={lineId}
                  subject={lineId === null ? orderNo : itemName}
                  canAdd={false}
                />
              ))}
              <LateAttachments
                of={{ docType: 'discrepancies', docId: _id, number: orderNo }}
                subject={type}
                canAdd={canResolve && hasFlag(user, 'canEdit')}
              />
            </div>
          </>
        )}
        {canResolve ? <ResolveForm id={formId} of={resolving} qty={qty} /> : null}
        {status === 'Open' && offered.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t.notYours}</p>
        ) : null}
        <DocumentHistory
          entries={history}
          statuses={t.statuses}
          detail={({ verb }) => wordFor(t.verbs, verb ?? null) ?? undefined}
        />
      </div>
    </DocumentSheet>
  );
}
