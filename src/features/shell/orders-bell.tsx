import { Bell } from 'lucide-react';
import { orderListOf } from '#src/components/layout/order-places.ts';
import { Button } from '#src/components/ui/button.tsx';
import { buttonVariants } from '#src/components/ui/button-variants.ts';
import { Dialog, DialogClose, DialogTrigger, SheetContent } from '#src/components/ui/dialog.tsx';
import { Link } from '@tanstack/react-router';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { useUser } from '#src/lib/session/session.ts';
import { bellMessages } from './bell-messages.ts';
import { NewOrderList } from './new-order-list.tsx';
import { NotificationChoice } from './notification-choice.tsx';

/** New orders in the top bar: how many have come since the last look, and which. Works without notifications. */
export function OrdersBell() {
  const t = useMessages(bellMessages);
  const user = useUser();
  const orders = useNewOrders();
  const list = orderListOf(user);
  const count = orders.length;
  return (
    <Dialog>
      <span role="status" className="sr-only">
        {count > 0 ? t.counted(count) : ''}
      </span>
      <DialogTrigger
        aria-label={t.open(count)}
        className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), 'relative')}
      >
        <Bell aria-hidden="true" />
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="absolute end-0 top-0 min-w-4 rounded-full bg-primary px-1 text-center font-semibold text-[0.625rem] text-primary-foreground leading-4"
          >
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </DialogTrigger>
      <SheetContent
        title={t.title}
        description={t.description}
        className="max-w-md"
        footer={
          <>
            {list ? (
              <DialogClose asChild>
                <Link to={list} className={buttonVariants()}>
                  {t.openList}
                </Link>
              </DialogClose>
            ) : null}
            <Button variant="primary" disabled={count === 0} onClick={markOrdersSeen}>
              {t.markSeen}
            </Button>
          </>
        }
      >
        <NewOrderList orders={orders} user={user} />
        <NotificationChoice />
      </SheetContent>
    </Dialog>
  );
}
