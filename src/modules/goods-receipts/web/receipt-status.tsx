import { PackageCheck, Undo2 } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { receiptStatusMessages } from './status-messages.ts';

const styles: Readonly<Record<string, StatusStyle>> = {
  Posted: { tone: 'green', icon: PackageCheck },
  Reversed: { tone: 'neutral', icon: Undo2, struck: true },
};

/** Goods receipt status with an icon; an unknown status is shown unchanged. */
export function ReceiptStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(receiptStatusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
