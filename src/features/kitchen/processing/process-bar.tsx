import { CheckCheck, Truck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Order } from '#contract/orders.ts';
import type { OrderActions } from '#src/collections/orders/actions.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { type BeyondStock, isPicked } from './pick-lines.ts';
import { fieldsOf, pickedAsApproved, pickedCleared } from './process-draft.ts';
import { processMessages } from './process-messages.ts';
import { ShareBar } from '#src/components/order/share-bar.tsx';
import { SaveState } from './save-state.tsx';
import type { ProcessDraft } from './use-process-draft.ts';

interface ProcessBarProps {
  order: Order;
  draft: ProcessDraft;
  actions: OrderActions;
  /** What picking everything would take below zero; null where the kitchen may. */
  missing: readonly BeyondStock[] | null;
  /** A move is on its way. */
  isMoving: boolean;
  onShip(): void;
}

/** Always in sight below the lines: how far it is, whether it is saved, and the way out. */
export function ProcessBar({ order, draft, actions, missing, isMoving, onShip }: ProcessBarProps) {
  const t = useMessages(processMessages);
  const done = order.items.filter(isPicked).length;
  const all = order.items.length;
  const isAllPicked = done === all;
  /** For the undo of a toast, which comes later. */
  const shown = useRef(order);
  useEffect(() => {
    shown.current = order;
  }, [order]);

  function pickAll(): void {
    const changes = pickedAsApproved(order.items, missing ?? [], t.reason.usual.outOfStock);
    draft.change(changes);
    const undo = () => {
      const now = fieldsOf(shown.current, changes);
      // What has been counted since stays.
      const unchanged = Object.keys(changes).filter((key) => now[key] === changes[key]);
      draft.change(Object.fromEntries(unchanged.map((key) => [key, null])));
    };
    const picked = Object.keys(changes).filter((key) => key.endsWith(' pickedQty')).length;
    const short = Object.keys(changes).filter((key) => key.endsWith(' reason')).length;
    toast(t.actions.pickedAll(picked, short), { undo: { label: t.actions.undo, run: undo } });
  }

  return (
    <div
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 flex flex-col gap-x-3 gap-y-2 lg:flex-row lg:items-center border-t bg-background px-3 py-3 md:-mx-6 md:px-6"
    >
      <div className="flex min-w-0 flex-col lg:flex-1 gap-1">
        <ShareBar done={done} all={all} label={t.progress(done, all)} />
        <SaveState draft={draft} actions={actions} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {done > 0 ? (
          <Button
            variant="ghost"
            className={cn('max-sm:px-2', !isAllPicked && 'max-sm:hidden')}
            onClick={() => draft.change(pickedCleared(order.items))}
          >
            {t.actions.clear}
          </Button>
        ) : null}
        {isAllPicked ? null : (
          <Button
            variant={done === 0 ? 'primary' : 'secondary'}
            size="lg"
            className="max-sm:px-4"
            onClick={pickAll}
          >
            <CheckCheck className="max-sm:hidden" aria-hidden="true" />
            {t.actions.pickAll}
          </Button>
        )}
        <GuardedButton
          variant={done === 0 && !isAllPicked ? 'secondary' : 'primary'}
          size="lg"
          className="max-sm:px-4"
          blocked={isMoving ? t.blocked.pending : isAllPicked ? null : t.blocked.notPicked(all - done)}
          onClick={onShip}
        >
          <Truck className="max-sm:hidden" aria-hidden="true" />
          {t.actions.ship}
        </GuardedButton>
      </div>
    </div>
  );
}
