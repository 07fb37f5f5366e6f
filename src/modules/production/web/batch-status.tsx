import { CheckCircle2, CircleDashed, CircleX, Hourglass } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { batchStatusMessages } from './status-messages.ts';

const styles: Readonly<Record<string, StatusStyle>> = {
  Planned: { tone: 'neutral', icon: CircleDashed },
  'In Progress': { tone: 'amber', icon: Hourglass },
  Completed: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: CircleX, struck: true },
};

/** A batch's status with an icon; an unknown status is shown as sent by the server. */
export function BatchStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(batchStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
