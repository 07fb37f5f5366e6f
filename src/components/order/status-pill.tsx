import { isOrderStatus } from '#domain/orders/status.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';
import { statusStyle } from './status-styles.ts';

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
