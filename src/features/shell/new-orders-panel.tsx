import { Link } from '@tanstack/react-router';
import { orderListOf } from '#src/components/layout/order-places.ts';
import { Button } from '#src/components/ui/button.tsx';
import { buttonVariants } from '#src/components/ui/button-variants.ts';
import { DialogClose, SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { useUser } from '#src/lib/session/session.ts';
import { bellMessages } from './bell-messages.ts';
import { NewOrderList } from './new-order-list.tsx';
import { NotificationChoice } from './notification-choice.tsx';

/** What opens under the bell: the new orders, and whether the browser may tell of them. */
export function NewOrdersPanel() {
  const t = useMessages(bellMessages);
  const user = useUser();
  const orders = useNewOrders();
  const count = orders.length;
  const list = orderListOf(user);
  return (
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
  );
}
