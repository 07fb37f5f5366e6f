import { FileText, Stamp, Undo2 } from 'lucide-react';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { invoiceMessages } from './messages.ts';

const statusPills: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: FileText },
  Posted: { tone: 'green', icon: Stamp },
  Reversed: { tone: 'neutral', icon: Undo2, struck: true },
};

/** Status of an invoice as icon and text; an unknown status is shown unchanged. */
export function InvoiceStatusPill({ status }: { status: string }) {
  const { statuses } = useMessages(invoiceMessages);
  return <DocumentStatus status={status} styles={statusPills} labels={statuses} />;
}
