import type { OrderRecord } from './queries/read.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { toMoneyCell, formatMoneyHeader } from '#platform/web/format/money.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { OrderFlags } from './order-flags.tsx';
import { statusMessages } from './status-messages.ts';
import { StatusPill } from './status-pill.tsx';
import { useOrderFields } from './use-order-fields.ts';

export type OrderColumn = Column<OrderRecord>;

/** Returns all columns used by order lists; each list selects and arranges its own. */
export function useOrderColumns() {
  const { fields } = useMessages(statusMessages);
  const { column } = useOrderFields();
  const currency = useBaseCurrency();
  return {
    orderNo: column('orderNo'),
    status: column('status', { card: 'corner', cell: ({ status }) => <StatusPill status={status} /> }),
    branch: column('branchName', { isPlain: true, className: 'max-w-64 truncate' }),
    kitchen: column('kitchenName', { isHiddenByDefault: true }),
    deliveryDate: column('deliveryDate', { isPlain: true }),
    lines: column('lineCount'),
    value: column('value', {
      fileLabel: formatMoneyHeader(fields.value, currency),
      value: ({ value }) => toMoneyCell(value, currency),
    }),
    flags: {
      key: 'flags',
      label: fields.flags,
      card: 'corner',
      cell: (order) =>
        order.occasion ||
        order.isLate ||
        order.urgent ||
        order.hasDiscrepancy ||
        order.unansweredSubstitutes ? (
          <span className="flex flex-wrap gap-1">
            <OrderFlags order={order} />
          </span>
        ) : null,
      value: (order) => listFlags(order).join(', '),
    },
    createdAt: column('createdAt'),
    sentAt: column('sentAt', { isHiddenByDefault: true }),
    shippedAt: column('shippedAt', { isHiddenByDefault: true }),
    receivedAt: column('receivedAt', { isHiddenByDefault: true }),
    userName: column('userName', { isHiddenByDefault: true }),
    deliveryNote: column('deliveryNoteNo', { isHiddenByDefault: true }),
  } satisfies Record<string, OrderColumn>;
}

/** Returns an order's flags as text. */
function listFlags(order: OrderRecord): string[] {
  const { urgent, late, discrepancy } = getMessages(statusMessages).flags;
  return [
    order.occasion,
    order.urgent && urgent,
    order.isLate && late,
    order.hasDiscrepancy && discrepancy,
  ].filter((word) => typeof word === 'string');
}
