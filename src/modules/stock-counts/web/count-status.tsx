import { Ban, CheckCircle2, ClipboardList, FileClock, RotateCcw, SearchCheck } from 'lucide-react';
import type { CountStatus } from '../status.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { countStatusMessages } from './status-messages.ts';

/** Styles of count statuses. */
const styles: Readonly<Record<CountStatus, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: FileClock },
  Counting: { tone: 'blue', icon: ClipboardList },
  Submitted: { tone: 'amber', icon: SearchCheck },
  Recount: { tone: 'indigo', icon: RotateCcw },
  Approved: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: Ban, struck: true },
};

/** A count's status with its icon. A status unknown to this version is shown as received. */
export function CountStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(countStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
