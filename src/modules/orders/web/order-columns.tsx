import type { OrderRecord } from './queries/read.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { formatCount, formatDay, formatInstant } from '#platform/web/format/format.ts';
import { formatMoney, moneyCell, moneyColumnTitle } from '#platform/web/format/money.ts';
import { messagesOf, useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { OrderFlags } from './order-flags.tsx';
import { statusMessages } from './status-messages.ts';
import { StatusPill } from './status-pill.tsx';

export type OrderColumn = Column<OrderRecord>;

/** Returns all columns that order lists use; each list selects and orders its own. */
export function useOrderColumns() {
  const t = useMessages(statusMessages).listColumns;
  const currency = useBaseCurrency();
  return {
    orderNo: {
      key: 'orderNo',
      label: t.orderNo,
      sort: 'orderNo',
      className: 'whitespace-nowrap',
      cell: (order) => order.orderNo,
      value: (order) => order.orderNo,
    },
    status: {
      key: 'status',
      label: t.status,
      sort: 'status',
      card: 'corner',
      cell: (order) => <StatusPill status={order.status} />,
      value: (order) => order.status,
    },
    branch: {
      key: 'branch',
      label: t.branch,
      sort: 'branchName',
      isPlain: true,
      className: 'max-w-64 truncate',
      cell: (order) => order.branchName,
      value: (order) => order.branchName,
    },
    kitchen: {
      key: 'kitchen',
      label: t.kitchen,
      isOff: true,
      cell: (order) => order.kitchenName,
      value: (order) => order.kitchenName,
    },
    deliveryDate: {
      key: 'deliveryDate',
      label: t.deliveryDate,
      sort: 'deliveryDate',
      isPlain: true,
      className: 'whitespace-nowrap',
      cell: (order) => (order.deliveryDate ? formatDay(order.deliveryDate) : ''),
      value: (order) => order.deliveryDate,
    },
    lines: {
      key: 'lines',
      label: t.lines,
      sort: 'lineCount',
      isNumeric: true,
      cell: (order) => formatCount(order.lineCount),
      value: (order) => order.lineCount,
    },
    value: {
      key: 'value',
      label: t.value,
      sort: 'value',
      fileLabel: moneyColumnTitle(t.value, currency),
      isNumeric: true,
      cell: (order) => formatMoney(order.value, currency),
      value: (order) => moneyCell(order.value, currency),
    },
    flags: {
      key: 'flags',
      label: t.flags,
      card: 'corner',
      cell: (order) =>
        order.late || order.urgent || order.hasDiscrepancy || order.substitutesOpen ? (
          <span className="flex flex-wrap gap-1">
            <OrderFlags order={order} />
          </span>
        ) : null,
      value: (order) => flagWords(order).join(', '),
    },
    createdAt: instant('createdAt', t.createdAt, { sort: 'createdAt' }),
    sentAt: instant('sentAt', t.sentAt),
    shippedAt: instant('shippedAt', t.shippedAt),
    receivedAt: instant('receivedAt', t.receivedAt),
    userName: {
      key: 'userName',
      label: t.userName,
      isOff: true,
      cell: (order) => order.userName,
      value: (order) => order.userName,
    },
    deliveryNote: {
      key: 'deliveryNote',
      label: t.deliveryNote,
      isOff: true,
      cell: (order) => order.deliveryNoteNo,
      value: (order) => order.deliveryNoteNo,
    },
  } satisfies Record<string, OrderColumn>;
}

/** Returns the flags of an order as text. */
function flagWords(order: OrderRecord): string[] {
  const { urgent, late, discrepancy } = messagesOf(statusMessages).flags;
  return [order.urgent && urgent, order.late && late, order.hasDiscrepancy && discrepancy].filter(
    (word) => typeof word === 'string',
  );
}

function instant(
  key: 'createdAt' | 'sentAt' | 'shippedAt' | 'receivedAt',
  label: string,
  more: Partial<OrderColumn> = { isOff: true },
): OrderColumn {
  return {
    key,
    label,
    className: 'whitespace-nowrap',
    cell: (order) => formatInstant(order[key]),
    value: (order) => order[key],
    ...more,
  };
}
