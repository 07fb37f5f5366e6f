import { Bell } from 'lucide-react';
import { useState } from 'react';
import { buttonVariants } from '#src/components/ui/button-variants.ts';
import { Dialog, DialogTrigger } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { part, usePartWhen } from '#src/lib/part.ts';
import { bellMessages } from './bell-messages.ts';

const panel = part(() => import('./new-orders-panel.tsx'));

/** New orders in the top bar: how many have come since the last look, and which. Works without notifications. */
export function OrdersBell() {
  const t = useMessages(bellMessages);
  const count = useNewOrders().length;
  const [isOpen, setOpen] = useState(false);
  const loaded = usePartWhen(isOpen, panel);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <span role="status" className="sr-only">
        {count > 0 ? t.counted(count) : ''}
      </span>
      <DialogTrigger
        aria-label={t.open(count)}
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
      {loaded ? <loaded.NewOrdersPanel /> : null}
    </Dialog>
  );
}
