import {
  Ban,
  CircleDashed,
  CookingPot,
  Eye,
  type LucideIcon,
  PackageCheck,
  Send,
  Truck,
  XCircle,
} from 'lucide-react';
import { isOrderStatus, type OrderStatus } from '#domain/orders/status.ts';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';

/** An order's status as colour, icon and word; one that we do not know as it came. */
export function StatusPill({ status, className }: { status: string; className?: string }) {
  const t = useMessages(statusMessages);
  const { tone, icon, struck } = statusStyle(status);
  return (
    <Pill tone={tone} icon={icon} struck={struck ?? false} {...(className ? { className } : {})}>
      {isOrderStatus(status) ? t.statuses[status] : status}
    </Pill>
  );
}

interface StatusStyle {
  tone: Tone;
  icon: LucideIcon;
  struck?: true;
}

/** How each status looks (LOOK, "Tokens"). */
const styles: Record<OrderStatus, StatusStyle> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Under Review': { tone: 'amber', icon: Eye },
  'Sent to Central Kitchen': { tone: 'blue', icon: Send },
  'Under Process': { tone: 'indigo', icon: CookingPot },
  Shipped: { tone: 'violet', icon: Truck },
  Received: { tone: 'green', icon: PackageCheck },
  Rejected: { tone: 'red', icon: XCircle },
  Cancelled: { tone: 'neutral', icon: Ban, struck: true },
};

/** A status we do not know is shown in neutral colours. */
function statusStyle(status: string): StatusStyle {
  return isOrderStatus(status) ? styles[status] : { tone: 'neutral', icon: CircleDashed };
}
