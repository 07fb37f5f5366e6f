import { Ban, CheckCircle2, CircleDashed, Hourglass } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { wasteStatusMessages } from './status-messages.ts';

/** Styles of record statuses. */
const styles: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Pending Approval': { tone: 'amber', icon: Hourglass },
  Posted: { tone: 'green', icon: CheckCircle2 },
  Reversed: { tone: 'neutral', icon: Ban, struck: true },
};

/** Status of a record with its icon; an unknown status is shown as received. */
export function WasteStatus({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(wasteStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
