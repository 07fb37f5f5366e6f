import { useQuery } from '@tanstack/react-query';
import { Trash2, TriangleAlert, Undo2 } from 'lucide-react';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import { suggestionsQuery } from '../queries.ts';
import type { OrderLineFigures, LineFigures } from '#modules/orders/web/queries/queries.ts';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { getLineError } from '#platform/documents/web/line-errors.ts';
import { LinesTable, type QuantityColumn } from '#modules/orders/web/lines-table.tsx';
import { orderMessages } from '#modules/orders/web/order-messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { type CurrencyCode, formatMoney } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { getOrderLineWarning, findLineWarning, formatLineWarning } from '../guide/line-warning.ts';
import {
  getApprovedQty,
  hasChangedApprovedQty,
  type OrderEditRights,
  type OrderEdits,
  getReason,
  withLineEdit,
} from './order-edits.ts';
import { AddedLines } from './added-lines.tsx';
import { orderPanelMessages } from './messages.ts';

interface OrderLinesProps {
  order: Order;
  /**
   * Review figures of the lines; undefined if the user isn't a reviewer or the server doesn't provide them.
   */
  figures: OrderLineFigures | undefined;
  showsCosts: boolean;
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  rights: OrderEditRights;
  refusal: ApiError | null;
  isBusy: boolean;
}

/** Returns the quantity columns that are relevant in the order's status. */
function getColumns(order: Order): QuantityColumn[] {
  switch (order.status) {
    case 'Draft':
      return ['orderQty'];
    case 'Shipped':
      return ['orderQty', 'shippedQty'];
    case 'Received':
      return ['orderQty', 'shippedQty', 'receivedQty'];
    default:
      return ['orderQty', 'approvedQty'];
  }
}

/** Lines of an order; fields are editable if the user's rights and the status allow it. */
export function OrderLines({
  order,
  figures,
  showsCosts,
  edits,
  onEdits,
  rights,
  refusal,
  isBusy,
}: OrderLinesProps) {
  const t = useMessages(orderPanelMessages);
  const columns = useMessages(orderMessages).columns;
  const editable = rights.lines;
  const currency = useBaseCurrency();
  const canApprove = editable.has('approvedQty') && order.status === 'Under Review';
  const suggestions = useQuery({
    ...suggestionsQuery(order.branch, order.deliveryDate || undefined),
    enabled: editable.has('orderQty') || editable.has('addLine'),
  });
  const guide = suggestions.data?.rows ?? [];

  const cellLabel = (line: OrderLine, column: QuantityColumn) => t.cellLabel(line.itemName, columns[column]);
  const renderOrderedCell = (line: OrderLine) => (
    <QuantityCell
      label={cellLabel(line, 'orderQty')}
      value={edits.lines[line.lineId]?.orderQty ?? line.orderQty}
      unit={line.unitSymbol}
      column="orderQty"
      cell={`orderQty ${line.lineId}`}
      disabled={isBusy || edits.lines[line.lineId]?.isRemoved === true}
      warn={(qty) => getOrderLineWarning(guide, line, qty)}
      onCommit={(qty) => onEdits(withLineEdit(edits, line.lineId, { orderQty: qty ?? 0 }))}
    />
  );
  const renderApprovedCell = (line: OrderLine) => (
    <QuantityCell
      label={cellLabel(line, 'approvedQty')}
      value={getApprovedQty(line, edits.lines[line.lineId])}
      unit={line.unitSymbol}
      column="approvedQty"
      cell={`approvedQty ${line.lineId}`}
      disabled={isBusy}
      onCommit={(qty) => onEdits(withLineEdit(edits, line.lineId, { approvedQty: qty ?? line.orderQty }))}
    />
  );

  const renderRemoveButton = (line: OrderLine) => (
    <RemoveLine
      line={line}
      isRemoved={edits.lines[line.lineId]?.isRemoved === true}
      onToggle={(isRemoved) => onEdits(withLineEdit(edits, line.lineId, { isRemoved }))}
    />
  );

  return (
    <section aria-label={t.linesTitle}>
      <LinesTable
        orderNo={order.orderNo}
        lines={order.items}
        columns={getColumns(order)}
        cells={{
          ...(editable.has('orderQty') ? { orderQty: renderOrderedCell } : {}),
          ...(canApprove ? { approvedQty: renderApprovedCell } : {}),
        }}
        below={(line) => {
          const edit = edits.lines[line.lineId];
          const problem = getLineError(refusal, line.lineId);
          const lineFigures = canApprove ? figures?.byLine.get(line.lineId) : undefined;
          return (
            <>
              {lineFigures ? (
                <ReviewFigures
                  line={line}
                  figures={lineFigures}
                  approved={getApprovedQty(line, edit)}
                  currency={currency}
                  showsCosts={showsCosts}
                />
              ) : null}
              {canApprove && hasChangedApprovedQty(line, edit) ? (
                <ReasonField
                  label={t.reasonLabel(line.itemName)}
                  value={edit?.reason ?? getEnteredReason(line) ?? ''}
                  isMissing={getReason(line, edit) === ''}
                  onChange={(reason) => onEdits(withLineEdit(edits, line.lineId, { reason }))}
                />
              ) : null}
              {edit?.isRemoved ? <p className="text-status-red text-xs">{t.removed}</p> : null}
              {problem ? <p className="text-destructive text-xs">{problem}</p> : null}
            </>
          );
        }}
        {...(editable.has('removeLine') ? { actions: renderRemoveButton } : {})}
      />
      {editable.has('addLine') ? (
        <AddedLines guide={guide} edits={edits} onEdits={onEdits} isBusy={isBusy} />
      ) : null}
    </section>
  );
}

interface ReasonFieldProps {
  label: string;
  value: string;
  isMissing: boolean;
  onChange(reason: string): void;
}

function ReasonField({ label, value, isMissing, onChange }: ReasonFieldProps) {
  const t = useMessages(orderPanelMessages);
  return (
    <div className="mt-1 flex flex-col gap-1">
      <ReasonChoice
        use="forApproval"
        label={label}
        value={value}
        isMissing={isMissing}
        onChange={(reason) => onChange(reason ?? '')}
      />
      <p className="text-status-amber text-xs">{isMissing ? t.reasonNeeded : null}</p>
    </div>
  );
}

interface RemoveLineProps {
  line: OrderLine;
  isRemoved: boolean;
  onToggle(isRemoved: boolean): void;
}

function RemoveLine({ line, isRemoved, onToggle }: RemoveLineProps) {
  const t = useMessages(orderPanelMessages);
  return (
    <Button
      variant="ghost"
      size="icon"
      className="text-muted-foreground"
      aria-label={isRemoved ? t.restoreLine(line.itemName) : t.removeLine(line.itemName)}
      onClick={() => onToggle(!isRemoved)}
    >
      {isRemoved ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
    </Button>
  );
}

interface ReviewFiguresProps {
  line: OrderLine;
  figures: LineFigures;
  /** Approved quantity, edited or saved. */
  approved: number;
  currency: CurrencyCode;
  showsCosts: boolean;
}

/** Review figures of a line: branch stock and typical order, kitchen stock, and warnings. */
function ReviewFigures({ line, figures, approved, currency, showsCosts }: ReviewFiguresProps) {
  const t = useMessages(orderPanelMessages).review;
  const { onHand, inTransit, alreadyOrdered, par, lastOrderQty, averageQty, kitchenAvailable } = figures;
  const incomingQty =
    inTransit === null && alreadyOrdered === null ? null : (inTransit ?? 0) + (alreadyOrdered ?? 0);
  const references: readonly (readonly [string, number | null])[] = [
    [t.onHand, onHand],
    [t.onOrder, incomingQty],
    [t.par, par],
    [t.last, lastOrderQty],
    [t.average, averageQty],
    [t.kitchen, kitchenAvailable],
  ];
  const warning = findLineWarning({ ...figures, suggestedQty: null, orderMultiple: null }, approved);
  const warningLine = formatLineWarning(warning, approved, line.unitSymbol);
  return (
    <>
      <dl className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-xs tabular-nums">
        {references.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="flex gap-1">
              <dt className="text-muted-foreground">{label}</dt>
              <dd>
                <bdi>{formatQuantity(value, line.unitSymbol)}</bdi>
              </dd>
            </div>
          ),
        )}
        {showsCosts ? (
          <div className="flex gap-1">
            <dt className="text-muted-foreground">{t.value}</dt>
            <dd>
              <bdi>{formatMoney(approved * line.unitCost, currency)}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      {warningLine ? (
        <p className="flex items-start gap-1 pt-1 text-status-amber text-xs">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
          {warningLine}
        </p>
      ) : null}
    </>
  );
}
