import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, Download, PackageCheck, Printer, ReceiptText } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PatchPurchaseInput } from '../input.ts';
import type { PurchaseLine, PurchaseOrder } from '../shapes.ts';
import { canOpenPage, hasFlag, canWrite, canActAtLocation } from '#core/permissions.ts';
import { decidePurchaseEdit } from '../edits.ts';
import { purchaseStatuses } from '../purchase-status.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { receiptPages } from '#modules/goods-receipts/web/queries.ts';
import {
  createPurchasesAction,
  editPurchaseAction,
  movePurchaseAction,
  purchaseQuery,
  removePurchaseAction,
} from './queries.ts';
import { letterheadQuery } from '#modules/settings/web/queries/letterhead.ts';
import { invoicePage, canBill } from '#modules/supplier-invoices/web/queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { saveRows, buildTableCells } from '#platform/web/data-table/save-rows.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { DeleteDraft } from '#platform/documents/web/delete-draft.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import type { OfferedTransition } from '#platform/documents/web/document-kind.ts';
import {
  TransitionButtons,
  TransitionConfirmation,
  TransitionRefusal,
} from '#platform/documents/web/transitions.tsx';
import type { ConfirmationFields } from '#platform/documents/web/action-confirmation.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { StageBar, getReachedStages } from '#platform/documents/web/stage-bar.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { PurchaseStatusPill } from './purchase-status.tsx';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getMoneyFormat, type MoneyFormat } from '#platform/web/format/money.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { formatDiscount } from './discount.tsx';
import { MailField, MailToSupplier, useMailPurchase } from './mail-to-supplier.tsx';
import { purchaseMessages } from './messages.ts';
import { purchaseKind, type PurchaseTransition } from './purchase-kind.ts';
import { PurchaseLines } from './purchase-lines.tsx';
import { PurchasePrint } from './purchase-print.tsx';
import { usePurchaseFields } from './use-purchase-fields.ts';

interface PurchasePanelProps {
  id: string;
  onClose(): void;
}

/** Panel of one purchase order next to the list: lines, available actions and outstanding quantities. */
export function PurchasePanel({ id, onClose }: PurchasePanelProps) {
  const t = useMessages(purchaseMessages).panel;
  const query = useQuery(purchaseQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet order={data} onRefetch={() => void query.refetch()} onClose={onClose} />}
    </DocumentPanel>
  );
}

interface SheetProps {
  order: PurchaseOrder;
  onRefetch(): void;
  onClose(): void;
}

const closeLineTransition: OfferedTransition = { verb: 'close line', to: 'Sent', reason: true };

function Sheet({ order, onRefetch, onClose }: SheetProps) {
  const messages = useMessages(purchaseMessages);
  const t = messages.panel;
  const user = useUser();
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  const money = getMoneyFormat(getCurrencyCode(names, order.currency, base));
  const editing = useOutboxMutation(editPurchaseAction);
  const moving = useOutboxMutation(movePurchaseAction);
  const removing = useOutboxMutation(removePurchaseAction);
  const { mail } = useMailPurchase();
  const [closingLine, setClosingLine] = useState<PurchaseLine | null>(null);
  const reorder = useReorder();
  const { data: business } = useQuery(letterheadQuery());
  const print = usePrintout(<PurchasePrint order={order} money={money} business={business ?? null} />);

  const moves = useTransitions(purchaseKind, order, {
    send({ to }, reason) {
      // Save the reason first; if that is rejected, the transition is dropped too.
      if (reason !== null)
        editing.send({ record: order, input: { transitionReason: reason } }).catch(() => undefined);
      const status = purchaseStatuses.find((candidate) => candidate === to);
      return status === undefined ? Promise.resolve() : moving.send({ record: order, input: { status } });
    },
    isPending: moving.isPending || editing.isPending || removing.isPending,
    error: moving.error ?? editing.error ?? removing.error ?? reorder.error,
    refetch: onRefetch,
  });
  const { status } = order;
  const lifecycleInput = purchaseKind.lifecycleInput(order);
  const isEditAllowed = (edit: Parameters<typeof decidePurchaseEdit>[2]) =>
    lifecycleInput !== null && decidePurchaseEdit(lifecycleInput, user, edit).ok;
  const receiptsPage = canWrite(user, 'goods-receipts', 'canCreate')
    ? receiptPages.find((page) => canOpenPage(user, page))
    : undefined;
  const isUnsent = status === 'Draft' || status === 'Pending Approval';

  const edit = (input: Omit<PatchPurchaseInput, 'status'>) =>
    void editing.send({ record: order, input }).catch(() => onRefetch());
  /** Saves the dialog's fields before the transition; if that is rejected, the transition is dropped too. */
  async function performTransition(
    move: PurchaseTransition,
    reason: string | null,
    form: FormData,
  ): Promise<void> {
    const changes =
      move.verb === 'send' || move.verb === 'submit for approval' ? getChangedHeaderFields(form, order) : {};
    if (Object.keys(changes).length > 0)
      editing.send({ record: order, input: changes }).catch(() => undefined);
    const transition = moves.make(move, reason);
    if (form.has('mail')) void mail(order, true);
    const statuses: Readonly<Record<string, string>> = messages.statuses;
    if (await transition) toast(t.moved(order.number, statuses[move.to] ?? move.to));
  }
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={order.number}
      badges={<StatusBadges order={order} />}
      outboxKey={purchaseKind.getKey(order)}
      footer={
        <>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
          <Button
            onClick={() =>
              void saveRows(
                'csv',
                order.number,
                buildTableCells(buildOrderColumns(messages.print, order, money), order.items),
              )
            }
          >
            <Download aria-hidden="true" />
            {t.csv}
          </Button>
          {!isUnsent &&
          canWrite(user, 'purchase-orders', 'canCreate') &&
          canActAtLocation(user, order.place) ? (
            <Button disabled={reorder.isPending} onClick={() => void reorder.create(order)}>
              <Copy aria-hidden="true" />
              {t.orderAgain}
            </Button>
          ) : null}
          {status === 'Draft' && hasFlag(user, 'canDelete') && canActAtLocation(user, order.place) ? (
            <DeleteDraft
              number={order.number}
              isBusy={moves.isBusy}
              remove={() => removing.send({ record: order })}
              onDeleted={onClose}
              onRefused={onRefetch}
            />
          ) : null}
          {status === 'Sent' && receiptsPage !== undefined && canActAtLocation(user, order.place) ? (
            <Button asChild variant="primary">
              <Link to={receiptsPage} search={{ new: order._id }}>
                <PackageCheck aria-hidden="true" />
                {t.receive}
              </Link>
            </Button>
          ) : null}
          {(status === 'Sent' || status === 'Closed') &&
          canBill(user) &&
          canActAtLocation(user, order.place) ? (
            <Button asChild>
              <Link to={invoicePage} search={{ new: 'invoice', source: `orders/${order._id}` }}>
                <ReceiptText aria-hidden="true" />
                {t.bill}
              </Link>
            </Button>
          ) : null}
          <TransitionButtons
            transitions={moves}
            getFields={({ verb }) =>
              verb === 'send' || verb === 'submit for approval'
                ? buildHeaderFields(messages, order, verb === 'send')
                : undefined
            }
            onMove={(move, reason, form) => void performTransition(move, reason, form)}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={moves.error} />
        {isUnsent && order.approvers !== '' ? (
          <p role="status" className="pill-status-amber rounded-md px-3 py-2 text-sm">
            {order.approverNames.length > 0
              ? t.needsApprovalBy(order.approverNames.join(', '))
              : t.needsHeadOfficeApproval}
          </p>
        ) : null}
        {status === 'Cancelled' ? null : (
          <StageBar
            status={status}
            stages={getReachedStages(
              order.approvers === ''
                ? ['Draft', 'Sent', 'Closed']
                : ['Draft', 'Pending Approval', 'Sent', 'Closed'],
              messages.statuses,
              order.statusHistory,
            )}
          />
        )}
        <OrderDetails order={order} />
        {status === 'Sent' && canActAtLocation(user, order.place) ? <MailToSupplier order={order} /> : null}
        <PurchaseLines
          order={order}
          money={money}
          canEdit={isEditAllowed({ items: [{ lineId: '', qty: 1, price: 1 }] }) && !moves.isBusy}
          canClose={isEditAllowed({ items: [{ lineId: '', closed: true, reason: '' }] }) && !moves.isBusy}
          onChange={({ lineId }, change) => edit({ items: [{ lineId, ...change }] })}
          onAdd={(line) => edit({ items: [line] })}
          onRemove={({ lineId }) => edit({ items: [{ lineId, remove: true }] })}
          onClose={setClosingLine}
          onReopen={({ lineId }) => edit({ items: [{ lineId, closed: false }] })}
        />
        <DocumentHistory entries={order.statusHistory} statuses={messages.statuses} />
      </div>
      {closingLine === null ? null : (
        <TransitionConfirmation
          kind={purchaseKind}
          move={closeLineTransition}
          subject={closingLine.itemName}
          question={undefined}
          onConfirm={(reason) =>
            edit({ items: [{ lineId: closingLine.lineId, closed: true, reason: reason ?? '' }] })
          }
          onClose={() => setClosingLine(null)}
        />
      )}
    </DocumentSheet>
  );
}

/**
 * Builds the columns of the order file for the supplier; list price and discount only if a line has a
 * discount.
 */
function buildOrderColumns(
  t: Translation<(typeof purchaseMessages)['en']>['print'],
  { items }: PurchaseOrder,
  money: MoneyFormat,
): Column<PurchaseLine>[] {
  const column = (
    key: string,
    label: string,
    value: (line: PurchaseLine) => string | number | null,
  ): Column<PurchaseLine> => ({
    key,
    label,
    cell: value,
    value,
  });
  return [
    column('code', t.code, ({ itemCode }) => itemCode),
    column('item', t.item, ({ itemName }) => itemName),
    column('qty', t.qty, ({ qty }) => qty),
    column('unit', t.unit, ({ unitSymbol }) => unitSymbol),
    ...(items.some(({ listPrice }) => listPrice !== null)
      ? [
          column('listPrice', t.listPrice, ({ listPrice, price }) => listPrice ?? price),
          column('discount', t.discount, (line) => formatDiscount(line, money)),
        ]
      : []),
    column('price', t.price, ({ price }) => price),
    column('value', t.value, ({ value }) => value),
  ];
}

/**
 * Creates a draft with the same lines and discounts: packs at current prices, other units at the prices of
 * the order. Archived items and packs are left out and reported.
 */
function useReorder() {
  const t = useMessages(purchaseMessages).panel;
  const names = useNames([]);
  const navigate = useNavigate();
  const creating = useOutboxMutation(createPurchasesAction);
  const isCreating = useRef(false);
  async function create({ supplier, supplierName, place, items }: PurchaseOrder): Promise<void> {
    if (isCreating.current) return;
    isCreating.current = true;
    await names.load(['items', 'packagings']);
    const isArchived = (line: PurchaseOrder['items'][number]) =>
      names.getRow('items', line.itemId)?.isActive === false ||
      names.getRow('packagings', line.packagingId)?.isActive === false;
    const archivedNames = [...new Set(items.filter(isArchived).map(({ itemName }) => itemName))].join(', ');
    const available = items.filter((line) => !isArchived(line));
    const lines = available.map((line) => ({
      itemId: line.itemId,
      qty: line.qty,
      ...(line.packagingId !== null && { packagingId: line.packagingId }),
      ...(line.unit !== null && {
        unit: line.unit,
        ...(line.listPrice === null ? { price: line.price } : { listPrice: line.listPrice }),
      }),
      ...(line.discountPercent !== null && { discountPercent: line.discountPercent }),
      ...(line.discount !== null && { discount: line.discount }),
    }));
    try {
      if (archivedNames !== '') toast(t.archivedLeftOut(archivedNames));
      if (lines.length === 0) return;
      const input = { place, orders: [{ supplier, items: lines }] };
      const [created] = await creating.send({
        localId: newLocalId(newUuid()),
        suppliers: supplierName,
        input,
      });
      if (!created) return;
      toast(t.reordered(created.number));
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, row: created._id }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      isCreating.current = false;
    }
  }
  return { create, isPending: creating.isPending, error: creating.error };
}

type Messages = Translation<(typeof purchaseMessages)['en']>;

const readAmount = (form: FormData, name: string) => parseQuantity(String(form.get(name) ?? ''));

/**
 * Builds the fields of the send dialog: expected day, freight, note to the supplier, and whether to email the
 * order.
 */
function buildHeaderFields(
  { fields: t, panel: { badAmount } }: Messages,
  { _id, expectedOn, freight, notes }: PurchaseOrder,
  canEmail: boolean,
): ConfirmationFields {
  return {
    missing: (form) => (readAmount(form, 'freight').kind === 'invalid' ? ['freight'] : []),
    content: (missing) => (
      <>
        <Field label={t.expectedOn}>
          {(control) => <Input {...control} type="date" name="expectedOn" defaultValue={expectedOn ?? ''} />}
        </Field>
        <Field label={t.freight} error={missing.has('freight') ? badAmount : null}>
          {(control) => (
            <QuantityInput {...control} name="freight" initial={freight === 0 ? null : freight} />
          )}
        </Field>
        <Field label={t.notes}>
          {(control) => <Input {...control} name="notes" defaultValue={notes ?? ''} maxLength={2000} />}
        </Field>
        {canEmail ? <MailField orderId={_id} /> : null}
      </>
    ),
  };
}

/** Returns the dialog fields that differ from the order. */
function getChangedHeaderFields(form: FormData, { expectedOn, freight, notes }: PurchaseOrder) {
  const day = String(form.get('expectedOn') ?? '') || null;
  const note = String(form.get('notes') ?? '').trim() || null;
  const enteredFreight = readAmount(form, 'freight');
  const amount = enteredFreight.kind === 'quantity' ? Math.round(enteredFreight.value * 1e4) / 1e4 : 0;
  return {
    ...(day !== expectedOn && { expectedOn: day }),
    ...(amount !== freight && { freight: amount }),
    ...(note !== notes && { notes: note }),
  };
}

function StatusBadges({
  order: { status, receivedStatus, supplierName, placeName },
}: {
  order: PurchaseOrder;
}) {
  const t = useMessages(purchaseMessages);
  const received: Readonly<Record<string, string>> = t.receivedStatuses;
  return (
    <>
      <PurchaseStatusPill status={status} />
      {status === 'Sent' || status === 'Closed' ? (
        <Pill tone={receivedStatus === 'Received' ? 'green' : 'neutral'}>
          {received[receivedStatus] ?? receivedStatus}
        </Pill>
      ) : null}
      <bdi>{t.panel.route(supplierName, placeName)}</bdi>
    </>
  );
}

function OrderDetails({ order }: { order: PurchaseOrder }) {
  const { by } = useMessages(purchaseMessages).panel;
  const { fact } = usePurchaseFields();
  const billed = (name: 'billedByQuantity' | 'billedByAmount'): Fact[] =>
    order.sentAt === null ? [] : [fact(order, name)];
  const notes = fact(order, 'notes');
  const facts: Fact[] = [
    fact(order, 'supplierName'),
    fact(order, 'placeName'),
    fact(order, 'createdAt', (at) => by(at, order.userName)),
    fact(order, 'sentAt', (at) => by(at, order.sentByName ?? '')),
    fact(order, 'expectedOn'),
    fact(order, 'goodsValue'),
    fact(order, 'freight'),
    fact(order, 'tax'),
    fact(order, 'total'),
    ...billed('billedByQuantity'),
    ...billed('billedByAmount'),
    notes,
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={notes[0]} />;
}
