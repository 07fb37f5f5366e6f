import { Ban, CircleDashed, CookingPot, Eye, PackageCheck, Send, Truck, XCircle } from 'lucide-react';
import type { OrderStatus } from '../status.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { statusMessages } from './status-messages.ts';

/** Styles of statuses (LOOK, "Tokens"). */
const looks: Readonly<Record<OrderStatus, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Under Review': { tone: 'amber', icon: Eye },
  'Sent to Central Kitchen': { tone: 'blue', icon: Send },
  'Under Process': { tone: 'indigo', icon: CookingPot },
  Shipped: { tone: 'violet', icon: Truck },
  Received: { tone: 'green', icon: PackageCheck },
  Rejected: { tone: 'red', icon: XCircle },
  Cancelled: { tone: 'neutral', icon: Ban, struck: true },
};

/** Status of an order with colour and icon; an unknown one is shown as sent. */
export function StatusPill({ status, className }: { status: string; className?: string }) {
  const { statuses } = useMessages(statusMessages);
  return <DocumentStatus status={status} looks={looks} words={statuses} className={className} />;
}
