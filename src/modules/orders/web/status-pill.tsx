import { Ban, CircleDashed, CookingPot, Eye, PackageCheck, Send, Truck, XCircle } from 'lucide-react';
import type { OrderStatus } from '../status.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { statusMessages } from './status-messages.ts';

/** Status styles. */
const styles: Readonly<Record<OrderStatus, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Under Review': { tone: 'amber', icon: Eye },
  'Sent to Central Kitchen': { tone: 'blue', icon: Send },
  'Under Process': { tone: 'indigo', icon: CookingPot },
  Shipped: { tone: 'violet', icon: Truck },
  Received: { tone: 'green', icon: PackageCheck },
  Rejected: { tone: 'red', icon: XCircle },
  Cancelled: { tone: 'neutral', icon: Ban, struck: true },
};

/** An order's status with color and icon; an unknown status is shown as sent by the server. */
export function StatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(statusMessages);
  return <DocumentStatus status={status} styles={styles} labels={statuses} className={className} />;
}
