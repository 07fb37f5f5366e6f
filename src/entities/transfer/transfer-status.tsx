import { CheckCircle2, CircleDashed, CircleX, Truck } from 'lucide-react';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '../document/status-pill.tsx';
import { transferStatusMessages } from './messages.ts';

const looks: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  Sent: { tone: 'violet', icon: Truck },
  Received: { tone: 'green', icon: CheckCircle2 },
  Cancelled: { tone: 'neutral', icon: CircleX, struck: true },
};

/** The status of a transfer or return as icon and word; one that we do not know as it came. */
export function TransferStatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(transferStatusMessages);
  return <DocumentStatus status={status} looks={looks} words={statuses} className={className} />;
}
