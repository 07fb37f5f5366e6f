import { CheckCircle2, CircleDashed, CircleX, Truck } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { transferStatusMessages } from './status-messages.ts';

const styles: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  Sent: { tone: 'violet', icon: Truck },
  Received: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: CircleX, struck: true },
};

/** Status of a transfer or return with its icon; an unknown status is shown as received. */
export function TransferStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(transferStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
