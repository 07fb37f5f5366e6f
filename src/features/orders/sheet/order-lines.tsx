import { Trash2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import type { Order, OrderLine } from '#contract/orders.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { LinesTable, type QuantityColumn } from '#src/components/order/lines-table.tsx';
import { orderMessages } from '#src/components/order/messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { FiguresOfOrder } from '#src/collections/orders/queries.ts';
import { useBaseCurrency } from '#src/lib/session/use-money.ts';
import { ReviewFigures } from './review-figures.tsx';
import { AddedLines } from './added-lines.tsx';
import type { EditRights } from './edit-rights.ts';
import { orderPanelTexts } from './panel-messages.ts';
import { approvedOf, differs, type OrderEdits, reasonOf, withLineEdit } from './order-edits.ts';

interface OrderLinesProps {
  order: Order;
  /** What there is to review the lines by; undefined where nobody reviews, or the server does not say. */
  figures: FiguresOfOrder | undefined;
  showsCosts: boolean;
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  rights: EditRights;
  refusal: ApiError | null;
  isBusy: boolean;
}

/** Which quantities say something in which status. */
function columnsFor(order: Order): QuantityColumn[] {
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

/** The lines of an order; what this person may change in this status can be typed in place. */
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
  const t = useMessages(orderPanelTexts);
  const columns = useMessages(orderMessages).columns;
  const may = rights.lines;
  const currency = useBaseCurrency();
  const canApprove = may.has('approvedQty') && order.status === 'Under Review';

  const cellLabel = (line: OrderLine, column: QuantityColumn) => t.cellLabel(line.itemName, columns[column]);
  const ordered = (line: OrderLine) => (
    <QuantityCell
      label={cellLabel(line, 'orderQty')}
      value={edits.lines[line.lineId]?.orderQty ?? line.orderQty}
      unit={line.unitSymbol}
      column="orderQty"
      disabled={isBusy || edits.lines[line.lineId]?.isRemoved === true}
      onCommit={(qty) => onEdits(withLineEdit(edits, line.lineId, { orderQty: qty ?? 0 }))}
    />
  );
  const approved = (line: OrderLine) => (
    <QuantityCell
      label={cellLabel(line, 'approvedQty')}
      value={approvedOf(line, edits.lines[line.lineId])}
      unit={line.unitSymbol}
      column="approvedQty"
      disabled={isBusy}
      onCommit={(qty) => onEdits(withLineEdit(edits, line.lineId, { approvedQty: qty ?? line.orderQty }))}
    />
  );

  const remove = (line: OrderLine) => (
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
        columns={columnsFor(order)}
        cells={{
          ...(may.has('orderQty') ? { orderQty: ordered } : {}),
          ...(canApprove ? { approvedQty: approved } : {}),
        }}
        below={(line) => {
          const edit = edits.lines[line.lineId];
          const problem = problemOf(refusal, line.lineId);
          const known = canApprove ? figures?.byLine.get(line.lineId) : undefined;
          return (
            <>
              {known ? (
                <ReviewFigures
                  line={line}
                  figures={known}
                  approved={approvedOf(line, edit)}
                  currency={currency}
                  showsCosts={showsCosts}
                />
              ) : null}
              {canApprove && differs(line, edit) ? (
                <ReasonField
                  label={t.reasonFor(line.itemName)}
                  value={edit?.reason ?? line.reason ?? ''}
                  isMissing={reasonOf(line, edit) === ''}
                  onChange={(reason) => onEdits(withLineEdit(edits, line.lineId, { reason }))}
                />
              ) : null}
              {edit?.isRemoved ? <p className="text-status-red text-xs">{t.removed}</p> : null}
              {problem ? <p className="text-destructive text-xs">{problem}</p> : null}
            </>
          );
        }}
        {...(may.has('removeLine') ? { actions: remove } : {})}
      />
      {may.has('addLine') ? (
        <AddedLines order={order} edits={edits} onEdits={onEdits} isBusy={isBusy} />
      ) : null}
    </section>
  );
}

/** What the server said about a line, by its id or its place in the edit. */
function problemOf(refusal: ApiError | null, lineId: string): string | null {
  const entry = Object.entries(refusal?.fields ?? {}).find(([path]) => path.startsWith(`items.${lineId}.`));
  return entry?.[1] ?? null;
}

interface ReasonFieldProps {
  label: string;
  value: string;
  isMissing: boolean;
  onChange(reason: string): void;
}

function ReasonField({ label, value, isMissing, onChange }: ReasonFieldProps) {
  const t = useMessages(orderPanelTexts);
  const id = useId();
  return (
    <div className="mt-1 flex flex-col gap-1">
      <Input
        aria-label={label}
        aria-describedby={`${id}-note`}
        aria-invalid={isMissing}
        placeholder={t.reason}
        list={id}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {Object.values(t.commonReasons).map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <p id={`${id}-note`} className="text-status-amber text-xs">
        {isMissing ? t.reasonNeeded : null}
      </p>
    </div>
  );
}

interface RemoveLineProps {
  line: OrderLine;
  isRemoved: boolean;
  onToggle(isRemoved: boolean): void;
}

function RemoveLine({ line, isRemoved, onToggle }: RemoveLineProps) {
  const t = useMessages(orderPanelTexts);
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
