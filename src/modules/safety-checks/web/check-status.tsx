import { Ban, CheckCheck, CheckCircle2 } from 'lucide-react';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { checkStatusMessages } from './status-messages.ts';

const styles: Readonly<Record<string, StatusStyle>> = {
  Recorded: { tone: 'blue', icon: CheckCircle2 },
  Verified: { tone: 'green', icon: CheckCheck },
  Voided: { tone: 'neutral', icon: Ban, struck: true },
};

/** A check's status with an icon; an unknown status is shown unchanged. */
export function CheckStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(checkStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
