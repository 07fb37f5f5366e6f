import { CheckCircle2, CircleDashed, CircleX, Hourglass } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { batchStatusMessages } from './status-messages.ts';

const looks: Readonly<Record<string, StatusStyle>> = {
  Planned: { tone: 'neutral', icon: CircleDashed },
  'In Progress': { tone: 'amber', icon: Hourglass },
  Completed: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: CircleX, struck: true },
};

/** Status of a batch with icon; an unknown one is shown as sent. */
export function BatchStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(batchStatusMessages);
  return <DocumentStatus status={status} looks={looks} words={statuses} className={className} />;
}
