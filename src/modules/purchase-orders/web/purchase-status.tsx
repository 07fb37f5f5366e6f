import { CheckCircle2, CircleDashed, CircleX, Hourglass, Send } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { purchaseStatusMessages } from './status-messages.ts';

const styles: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Pending Approval': { tone: 'amber', icon: Hourglass },
  Sent: { tone: 'violet', icon: Send },
  Closed: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: CircleX, struck: true },
};

/** A purchase order's status with an icon; an unknown status is shown unchanged. */
export function PurchaseStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(purchaseStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
