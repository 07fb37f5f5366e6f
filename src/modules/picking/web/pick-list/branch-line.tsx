import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Quantity } from '#modules/orders/web/lines-table.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { pickMessages } from './messages.ts';
import { buildLinePick, type PickListRow, type PickRowLine } from './pick-rows.ts';
import type { PickingActions } from './use-picking.ts';

interface BranchLineProps {
  rowLine: PickRowLine;
  row: PickListRow;
  picking: PickingActions;
  isPickable: boolean;
  /** Whether no other order needs the item, so that it is picked as a whole. */
  isOnlyLine: boolean;
}

/** One order's line for the item: one click picks it completely; a different quantity needs a reason. */
export function BranchLine({ rowLine, row, picking, isPickable, isOnlyLine }: BranchLineProps) {
  const t = useMessages(pickMessages);
  const formatReason = useReasonText();
  const { line, order, state, otherClaim } = rowLine;
  const { itemName } = row.item;
  const isDone = state === 'done' || state === 'short';
  const amount = formatAmount(line.wantedQty, line.unitSymbol);
  const needsReason = state === 'part' && line.pickedQty !== null && !rowLine.isPending;
  return (
    <li
      data-line={line.lineId}
      className={cn(
        'flex flex-col gap-1 rounded-md border px-2 py-1.5 text-sm print:rounded-none print:border-0 print:px-0 print:py-0.5',
        rowLine.isMine && 'border-primary',
        isDone && 'print:hidden',
      )}
    >
      <div className="flex items-center gap-2">
        {/* Checkbox on the printed list. */}
        <span
          className="hidden size-4 shrink-0 rounded-sm border border-input print:block"
          aria-hidden="true"
        />
        {isPickable && !isOnlyLine ? (
          <button
            type="button"
            aria-label={
              isDone ? t.undoLine(itemName, order.branchName) : t.pickLine(amount, itemName, order.branchName)
            }
            onClick={() => picking.pick(row, [buildLinePick(rowLine, isDone ? null : line.wantedQty)])}
            disabled={line.substituteFor !== null}
            className={cn(
              'flex size-11 shrink-0 items-center justify-center rounded-md border border-input hover:bg-accent disabled:opacity-50 print:hidden',
              isDone && 'border-transparent bg-primary text-primary-foreground hover:bg-primary/90',
              state === 'short' && 'bg-status-amber',
            )}
          >
            {isDone ? (
              <Check className="size-5" aria-hidden="true" />
            ) : (
              <BranchLetter name={order.branchName} branch={order.branch} />
            )}
          </button>
        ) : null}
        {isOnlyLine ? (
          <span className="print:hidden">
            <BranchLetter name={order.branchName} branch={order.branch} />
          </span>
        ) : null}
        <div className="min-w-0 flex-1">
          <Link
            to="/central-kitchen/order-processing-prep"
            search={{ order: order._id }}
            aria-label={t.openOrder(order.orderNo, order.branchName)}
            className="block min-w-0 truncate underline-offset-4 hover:underline touch:-my-1 touch:py-3 print:my-0 print:py-0"
          >
            <bdi>{order.branchName}</bdi>
            {order.occasion ? <bdi className="ps-2 text-status-blue">{order.occasion}</bdi> : null}
          </Link>
          <p hidden={isOnlyLine} className="truncate text-muted-foreground text-xs tabular-nums print:hidden">
            <bdi>{amount}</bdi>
            {line.substituteFor ? ` · ${t.substituteNote}` : ''}
            {otherClaim ? ` · ${t.claim.since(otherClaim.userName, formatTime(otherClaim.claimedAt))}` : ''}
            {isDone && line.claim?.userName
              ? ` · ${t.claim.by(line.claim.userName, formatTime(line.claim.claimedAt))}`
              : ''}
          </p>
        </div>
        {isOnlyLine ? null : isPickable && line.substituteFor === null ? (
          <div className="print:hidden">
            <QuantityCell
              label={t.cell.line(itemName, order.branchName)}
              value={line.pickedQty}
              unit={line.unitSymbol}
              column="line"
              cell={line.lineId}
              commitOn="leave"
              isWhole={line.isWhole}
              suggestion={line.wantedQty}
              onCommit={(value) => picking.pick(row, [buildLinePick(rowLine, value)])}
            />
          </div>
        ) : (
          <span className="print:hidden">
            <Quantity value={line.pickedQty} unit={line.unitSymbol} />
          </span>
        )}
        <span className="hidden whitespace-nowrap tabular-nums print:inline">
          {formatAmount(rowLine.remaining, line.unitSymbol)}
        </span>
      </div>
      {line.lots.length > 0 ? (
        <p className="ps-13 text-muted-foreground text-xs tabular-nums print:ps-6">
          {line.lots.map(({ lot, qty }) => (
            <bdi key={lot} className="pe-3">
              {lot} {formatAmount(qty, line.unitSymbol)}
            </bdi>
          ))}
        </p>
      ) : null}
      {line.note ? (
        <p className="ps-13 text-muted-foreground text-xs print:ps-6">
          <bdi>“{line.note}”</bdi>
        </p>
      ) : null}
      {state === 'short' ? (
        <p className="ps-13 text-status-amber text-xs print:ps-6">{formatReason(line)}</p>
      ) : null}
      {needsReason && isPickable ? (
        <div className="print:hidden">
          <ReasonChoice
            use="forPicking"
            label={`${t.short.reasonLabel}: ${itemName}, ${order.branchName}`}
            value={null}
            isMissing={false}
            onChange={(reason) => {
              if (reason !== null) picking.pick(row, [buildLinePick(rowLine, line.pickedQty, reason)]);
            }}
          />
        </div>
      ) : null}
    </li>
  );
}

const tones = ['amber', 'blue', 'indigo', 'violet', 'green', 'red', 'neutral'] as const;

/** Identifies a branch by letter as well as colour. */
function BranchLetter({ name, branch }: { name: string; branch: string }) {
  const hash = branch.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  return (
    <span
      aria-hidden="true"
      className={cn(
        'flex size-8 items-center justify-center rounded-full font-semibold',
        `pill-status-${tones[hash % tones.length]}`,
      )}
    >
      {String.fromCodePoint(name.codePointAt(0) ?? 0x3f).toLocaleUpperCase()}
    </span>
  );
}
