import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canRead } from '#core/permissions.ts';
import { buttonVariants } from '#platform/web/ui/button-variants.ts';
import { Dialog, DialogTrigger } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import { lazyModule, useLazyModuleWhen, useModuleAfterStart } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { bellMessages } from './bell-messages.ts';

const notificationCentre = lazyModule(() => import('./notification-centre.tsx'));

/**
 * Bell in the top bar: the number and list of new orders since they were last viewed. It works without
 * browser notifications; the lazily loaded notification centre adds other kinds of notifications.
 */
export function OrdersBell() {
  const t = useMessages(bellMessages);
  const newOrderCount = useNewOrders().length;
  const [isOpen, setOpen] = useState(false);
  const [otherNotifications, setOtherNotifications] = useState({ count: 0, text: '' });
  useLazyModuleWhen(isOpen, notificationCentre);
  const loaded = useModuleAfterStart(notificationCentre);
  const user = useUser();
  const count = newOrderCount + otherNotifications.count;
  const text = [newOrderCount > 0 ? t.newOrders(newOrderCount) : '', otherNotifications.text]
    .filter(Boolean)
    .join(' · ');
  // Shown on the icon of the installed dashboard, where the system supports it.
  useEffect(() => void navigator.setAppBadge?.(count).catch(() => undefined), [count]);
  const collections = ['orders', 'reviews', 'purchase-orders', 'stock'] as const;
  if (!collections.some((collection) => canRead(user, collection))) return null;

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <span role="status" className="sr-only">
        {text}
      </span>
      <DialogTrigger
        aria-label={text || t.open}
        className={buttonVariants({ variant: 'ghost', size: 'icon' })}
      >
        <span className="relative">
          <Bell aria-hidden="true" />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -end-2.5 -top-2.5 min-w-4 rounded-full bg-primary px-1 text-center font-semibold text-[0.625rem] text-primary-foreground leading-4"
            >
              {count > 99 ? '99+' : count}
            </span>
          ) : null}
        </span>
      </DialogTrigger>
      {loaded ? (
        <loaded.NotificationCentre
          isOpen={isOpen}
          onOpenChange={setOpen}
          onOtherNotifications={setOtherNotifications}
        />
      ) : null}
    </Dialog>
  );
}
