import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { Suspense, useContext, useState } from 'react';
import type { Transfer } from '../shapes.ts';
import { type Actor, canOpenPage, hasFlag, canWrite, canActAtLocation } from '#core/permissions.ts';
import { transferStatuses } from '../kinds.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { letterheadQuery } from '#modules/settings/web/queries/letterhead.ts';
import { discrepanciesQuery } from '#modules/discrepancies/web/queries.ts';
import { editTransferAction, moveTransferAction, transferQuery } from './queries/transfers.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import type { ConfirmationFields } from '#platform/documents/web/action-confirmation.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { StageBar, getReachedStages } from '#platform/documents/web/stage-bar.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { useDeliveryNote } from '#modules/orders/web/shipping/use-delivery-note.ts';
import { ReturnLink } from '#modules/shipments/web/return-link.tsx';
import { TransferStatusPill } from './transfer-status.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { transferMessages } from './messages.ts';
import { ReceiptContext } from './receipt-context.ts';
import { supplierReturnKind, transferKind, type TransferTransition } from './transfer-kind.ts';
import { TransferLines } from './transfer-lines.tsx';
import { TransferNote } from './transfer-note.tsx';
import { useTransferFields } from './use-transfer-fields.ts';

interface TransferPanelProps {
  id: string;
  onClose(): void;
}

/** Panel of one transfer next to the list: lines, available actions and receipt. */
export function TransferPanel({ id, onClose }: TransferPanelProps) {
  const t = useMessages(transferMessages).panel;
  const query = useQuery(transferQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet transfer={data} onRefetch={() => void query.refetch()} />}
    </DocumentPanel>
  );
}

interface SheetProps {
  transfer: Transfer;
  onRefetch(): void;
}

function Sheet({ transfer, onRefetch }: SheetProps) {
  const receipt = useContext(ReceiptContext);
  const texts = useMessages(transferMessages);
  const t = texts.panel;
  const user = useUser();
  const editing = useOutboxMutation(editTransferAction);
  const moving = useOutboxMutation(moveTransferAction);
  const [isReceiving, setReceiving] = useState(false);
  const { data: business } = useQuery(letterheadQuery());
  const print = usePrintout(<TransferNote transfer={transfer} business={business ?? null} />);
  const isCredit = transfer.kind === 'supplier-return';
  const transitions = useTransitions(isCredit ? supplierReturnKind : transferKind, transfer, {
    send: ({ to }) => moving.send({ record: transfer, input: { status: to } }),
    isPending: moving.isPending || editing.isPending,
    error: moving.error ?? editing.error,
    refetch: onRefetch,
  });
  const badges = <StatusMarks transfer={transfer} />;
  const { status } = transfer;

  const isEarlyArrival = canArriveEarly(transfer, user);

  if (isReceiving && (status === 'Sent' || isEarlyArrival) && receipt !== null)
    return (
      <Suspense fallback={<SkeletonRows label={t.loading} />}>
        {receipt({ transfer, badges, blockedReason: null })}
      </Suspense>
    );

  /**
   * Saves the fields of the dialog before the transition; if that is rejected, the transition is cancelled
   * too.
   */
  async function make(transition: TransferTransition, form: FormData): Promise<void> {
    if (transition.verb === 'receive' && !isCredit) return setReceiving(true);
    const changes =
      transition.verb === 'send'
        ? getChangedHeaderFields(form, transfer)
        : transition.verb === 'receive'
          ? readCredit(form, transfer)
          : {};
    if (Object.keys(changes).length > 0)
      editing.send({ record: transfer, input: changes }).catch(() => undefined);
    if (await transitions.make(transition))
      toast(t.statusChanged(transfer.number, texts.statuses[transition.to]));
  }

  const knownStatus = transferStatuses.find((candidate) => candidate === status);
  const isSender = canActAtLocation(user, transfer.from);
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={transfer.number}
      badges={badges}
      outboxKey={transferKind.getKey(transfer)}
      footer={
        <>
          {knownStatus === 'Sent' || knownStatus === 'Received' ? (
            <Button onClick={print}>
              <Printer aria-hidden="true" />
              {t.print}
            </Button>
          ) : null}
          {status === 'Received' && transfer.kind === 'transfer' ? (
            <ReturnLink delivery={transfer.number} receiver={transfer.to} sender={transfer.from} />
          ) : null}
          {isEarlyArrival ? (
            <Button disabled={transitions.isBusy} onClick={() => setReceiving(true)}>
              {t.reportArrival}
            </Button>
          ) : null}
          <TransitionButtons
            transitions={transitions}
            question={({ verb }) =>
              isCredit && (verb === 'send' || verb === 'receive') ? t.credit[verb] : undefined
            }
            getLabel={({ verb }) => (isCredit && verb === 'receive' ? t.credit.verb : undefined)}
            getFields={({ verb }) => {
              if (verb === 'send') return buildSendFields(texts, transfer);
              return isCredit && verb === 'receive' ? buildCreditFields(texts, transfer) : undefined;
            }}
            onMove={(transition, _reason, form) => void make(transition, form)}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={transitions.error} />
        {transfer.arrivedAt && status === 'Draft' ? (
          <p role="status" className="pill-status-amber rounded-md px-3 py-2 text-sm">
            {t.arrivalReported}
          </p>
        ) : null}
        {status === 'Cancelled' ? null : (
          <StageBar
            status={status}
            stages={getReachedStages(['Draft', 'Sent', 'Received'], texts.statuses, transfer.statusHistory)}
          />
        )}
        <TransferFacts transfer={transfer} />
        <TransferLines
          transfer={transfer}
          canChooseLots={status === 'Draft' && isSender && hasFlag(user, 'canEdit') && !transitions.isBusy}
          onLots={(line, lots) => {
            editing
              .send({ record: transfer, input: { items: [{ lineId: line.lineId, lots }] } })
              .catch(() => onRefetch());
          }}
        />
        {status === 'Sent' &&
        transitions.offered.every(({ verb }) => verb !== 'receive') &&
        canActAtLocation(user, transfer.to) ? (
          <p className="text-muted-foreground text-sm">{t.cannotReceive}</p>
        ) : null}
        {status === 'Sent' && transfer.sentAt !== null ? (
          <p className="text-muted-foreground text-sm">{t.inTransit(formatAge(transfer.sentAt))}</p>
        ) : null}
        {transfer.hasDiscrepancy ? <OpenDiscrepancies transfer={transfer} /> : null}
        <LazyAttachments
          document={{ docType: 'transfers', docId: transfer._id, number: transfer.number }}
          canAdd={(knownStatus === 'Draft' || knownStatus === 'Sent') && hasFlag(user, 'canEdit')}
          hasTitle
        />
        <DocumentHistory entries={transfer.statusHistory} statuses={texts.statuses} />
      </div>
    </DocumentSheet>
  );
}

/**
 * Returns whether the user can report the arrival of a draft's goods, which may arrive before the shipment is
 * recorded on the server, because the sender may be offline.
 */
const canArriveEarly = ({ status, kind, from, to, arrivedAt, items }: Transfer, user: Actor): boolean =>
  status === 'Draft' &&
  kind !== 'supplier-return' &&
  arrivedAt === null &&
  items.length > 0 &&
  canActAtLocation(user, to) &&
  !canActAtLocation(user, from) &&
  canWrite(user, 'transfers', 'canEdit');

const discrepancyPages = [
  '/branch-order/inventory-control/discrepancies',
  '/central-kitchen/dashboard',
] as const;

/** Open discrepancies of a transfer with their age, and a link to the page where they can be resolved. */
function OpenDiscrepancies({ transfer: { _id, number } }: { transfer: Transfer }) {
  const t = useMessages(transferMessages).panel;
  const user = useUser();
  const { data } = useQuery(discrepanciesQuery({ orderId: _id, status: 'Open' }));
  const descriptions: Readonly<Record<string, (qty: string) => string>> = t.openTypes;
  const page = discrepancyPages.find((path) => canOpenPage(user, path));
  return (
    <section aria-label={t.openDiscrepancies} className="flex flex-col gap-1 text-sm">
      <h3 className="font-semibold">{t.openDiscrepancies}</h3>
      <ul>
        {data?.rows.map(({ _id: id, type, qty, unitSymbol, itemName, createdAt }) => (
          <li key={id}>
            <bdi>{itemName}</bdi>:{' '}
            {(descriptions[type] ?? ((amount) => amount))(formatAmount(qty, unitSymbol))}{' '}
            <span className="text-muted-foreground">({t.openSince(formatAge(createdAt))})</span>
          </li>
        ))}
      </ul>
      {page === undefined ? null : (
        <Link
          to={page}
          search={page === discrepancyPages[0] ? { q: number } : { stage: 'reconcile' }}
          className="self-start text-primary underline-offset-2 hover:underline"
        >
          {t.discrepancies}
        </Link>
      )}
    </section>
  );
}

type TransferTexts = Translation<(typeof transferMessages)['en']>;

/** Builds the fields of the send dialog: driver, vehicle and note. */
function buildSendFields(
  { fields: t }: TransferTexts,
  { driver, vehicle, notes }: Transfer,
): ConfirmationFields {
  const fields = [
    ['driver', t.driver, driver, 120],
    ['vehicle', t.vehicle, vehicle, 120],
    ['notes', t.notes, notes, 2000],
  ] as const;
  return {
    missing: () => [],
    content: () =>
      fields.map(([name, label, value, maxLength]) => (
        <Field key={name} label={label}>
          {(control) => <Input {...control} name={name} defaultValue={value ?? ''} maxLength={maxLength} />}
        </Field>
      )),
  };
}

/**
 * Builds the fields of the credit dialog: amount, which may differ from the expected one, and credit note
 * number.
 */
function buildCreditFields(
  { fields: names, panel: { credit: t } }: TransferTexts,
  { creditExpected, creditReceived, creditNote }: Transfer,
): ConfirmationFields {
  return {
    missing: (form) =>
      parseQuantity(String(form.get('creditReceived') ?? '')).kind === 'quantity' ? [] : ['amount'],
    content: (missing) => (
      <>
        <Field label={names.creditReceived} hint={t.hint} error={missing.has('amount') ? t.needed : null}>
          {(control) => (
            <QuantityInput {...control} name="creditReceived" initial={creditReceived ?? creditExpected} />
          )}
        </Field>
        <Field label={names.creditNote}>
          {(control) => (
            <Input {...control} name="creditNote" defaultValue={creditNote ?? ''} maxLength={120} />
          )}
        </Field>
      </>
    ),
  };
}

function readCredit(form: FormData, transfer: Transfer) {
  const amount = parseQuantity(String(form.get('creditReceived') ?? ''));
  const credit = amount.kind === 'quantity' ? Math.round(amount.value * 1e4) / 1e4 : null;
  const note = String(form.get('creditNote') ?? '').trim() || null;
  return {
    ...(credit !== null && credit !== transfer.creditReceived && { creditReceived: credit }),
    ...(note !== transfer.creditNote && { creditNote: note }),
  };
}

/** Returns the dialog fields that differ from the transfer. */
function getChangedHeaderFields(form: FormData, transfer: Transfer) {
  const names = ['driver', 'vehicle', 'notes'] as const;
  const fields = names.map((name) => [name, String(form.get(name) ?? '').trim() || null] as const);
  return Object.fromEntries(fields.filter(([name, value]) => value !== transfer[name]));
}

function StatusMarks({
  transfer: { status, kind, fromName, toName, isRequest, hasDiscrepancy },
}: {
  transfer: Transfer;
}) {
  const t = useMessages(transferMessages);
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return (
    <>
      <TransferStatusPill status={status} />
      {isRequest && status === 'Draft' ? <Pill tone="blue">{t.requested}</Pill> : null}
      {hasDiscrepancy ? <Pill tone="amber">{t.discrepancy}</Pill> : null}
      <span>
        {kinds[kind] ?? kind} · <bdi>{t.panel.route(fromName, toName)}</bdi>
      </span>
    </>
  );
}

function TransferFacts({ transfer }: { transfer: Transfer }) {
  const { fields, panel } = useMessages(transferMessages);
  const { fact } = useTransferFields();
  const note = useDeliveryNote(transfer.notes);
  const facts: Fact[] = [
    fact(transfer, 'fromName'),
    fact(transfer, 'toName'),
    fact(transfer, 'createdAt', (at) => panel.timeAndUser(at, transfer.userName)),
    fact(transfer, 'sentAt', (at) => panel.timeAndUser(at, transfer.sentByName ?? '')),
    fact(transfer, 'receivedAt', (at) => panel.timeAndUser(at, transfer.receivedByName ?? '')),
    fact(transfer, 'noteNo'),
    fact(transfer, 'driver'),
    fact(transfer, 'vehicle'),
    fact(transfer, 'priceRule'),
    fact(transfer, 'value'),
    fact(transfer, 'cost'),
    fact(transfer, 'difference'),
    fact(transfer, 'creditExpected'),
    fact(transfer, 'creditReceived'),
    fact(transfer, 'creditNote'),
    [fields.notes, note],
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={fields.notes} />;
}
