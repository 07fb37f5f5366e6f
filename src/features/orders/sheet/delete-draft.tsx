import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { decideDelete } from '#domain/orders/edits.ts';
import { isOrderStatus } from '#domain/orders/status.ts';
import { type OrderActions, succeeded } from '#src/collections/orders/actions.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { orderPanelTexts } from './panel-messages.ts';

interface DeleteDraftProps {
  order: Order;
  actions: OrderActions;
  isBusy: boolean;
  onDeleted(): void;
}

/** Deletes a draft, after a question; not there for people and orders it is not for. */
export function DeleteDraft({ order, actions, isBusy, onDeleted }: DeleteDraftProps) {
  const t = useMessages(orderPanelTexts);
  const user = useUser();
  const [isAsking, setAsking] = useState(false);
  const { status } = order;
  if (!isOrderStatus(status) || !decideDelete({ ...order, status }, user).ok) return null;

  async function remove(): Promise<void> {
    setAsking(false);
    if (await succeeded(actions.remove(order))) onDeleted();
  }

  return (
    <>
      <GuardedButton blocked={isBusy ? t.busy : null} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t.delete}
      </GuardedButton>
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent
          title={t.deleteQuestion(order.orderNo)}
          description={t.deleteText}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t.keep}</Button>
              <Button variant="destructive" onClick={() => void remove()}>
                {t.delete}
              </Button>
            </>
          }
        />
      </Dialog>
    </>
  );
}
