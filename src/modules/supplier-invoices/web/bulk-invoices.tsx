import type { SupplierInvoice } from '../shapes.ts';
import { invoiceStatuses } from '../invoices.ts';
import { BulkTransitions } from '#platform/documents/web/bulk-transitions.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { invoiceKind } from './invoice-kind.ts';
import { invoiceMessages } from './messages.ts';
import { moveInvoiceAction } from './queries.ts';

interface BulkInvoicesProps {
  invoices: readonly SupplierInvoice[];
  onDone(): void;
}

/**
 * Posts the selected invoices that match; an invoice with a difference must be posted on its own, with a
 * reason.
 */
export function BulkInvoices({ invoices, onDone }: BulkInvoicesProps) {
  const { statuses } = useMessages(invoiceMessages);
  const moving = useOutboxMutation(moveInvoiceAction);
  return (
    <BulkTransitions
      kind={invoiceKind}
      documents={invoices}
      statuses={statuses}
      send={(invoice, { to }) => {
        const status = invoiceStatuses.find((candidate) => candidate === to) ?? 'Posted';
        return moving.send({ record: invoice, input: { status } });
      }}
      onDone={onDone}
    />
  );
}
