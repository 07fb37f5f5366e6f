import { Check, X } from 'lucide-react';
import type { Order, OrderLine } from '../shapes.ts';
import { toLifecycleInput } from '../order-rules.ts';
import { decideOrderEdit } from '../edits.ts';
import { didSucceed, useOrderActions } from './queries/actions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { shipmentMessages } from './shipping/messages.ts';

/**
 * The branch's response to a substitute before shipping: buttons for users who may respond, text for others.
 */
export function SubstituteAnswer({ order, line }: { order: Order; line: OrderLine }) {
  const t = useMessages(shipmentMessages).answer;
  const user = useUser();
  const actions = useOrderActions();
  const { substituteAnswer: storedAnswer, lineId, itemName } = line;
  if (line.substituteFor === null) return null;
  const input = toLifecycleInput(order);
  const buildEdit = (substituteAnswer: 'accepted' | 'refused') => ({ items: [{ lineId, substituteAnswer }] });
  const mayAnswer = input !== null && decideOrderEdit(input, user, buildEdit('accepted')).ok;
  const isPending = order.status === 'Shipped' && (storedAnswer ?? null) === null;
  if (!mayAnswer && storedAnswer === undefined && !isPending) return null;
  const isRefused = storedAnswer === 'refused';
  function sendAnswer(answer: 'accepted' | 'refused'): void {
    if (answer !== storedAnswer && !actions.isPending)
      void didSucceed(actions.edit(order, buildEdit(answer)));
  }
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1 text-xs">
      <span role="status" className={isRefused ? 'text-status-red' : storedAnswer ? 'text-status-green' : ''}>
        {isRefused
          ? t.refused
          : storedAnswer
            ? t.accepted
            : isPending
              ? t.shippedUnanswered
              : (line.requiresAcceptance ? t.askFirst : t.ask)(
                  formatAmount(line.shippedQty ?? line.pickedQty ?? 0, line.unitSymbol),
                )}
      </span>
      {mayAnswer ? (
        // Both buttons stay visible, so that a second click repeats the first and focus isn't lost.
        <span role="group" aria-label={t.responseLabel(itemName)} className="flex flex-wrap gap-2">
          {(['accepted', 'refused'] as const).map((answer) => (
            <Button
              key={answer}
              size="sm"
              aria-pressed={answer === storedAnswer}
              aria-disabled={actions.isPending || undefined}
              aria-label={answer === 'accepted' ? t.acceptLabel(itemName) : t.refuseLabel(itemName)}
              className="aria-pressed:border-primary aria-pressed:bg-selected"
              onClick={() => sendAnswer(answer)}
            >
              {answer === 'accepted' ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
              {answer === 'accepted' ? t.accept : t.refuse}
            </Button>
          ))}
        </span>
      ) : null}
      {actions.error ? (
        <span role="alert" className="w-full text-destructive">
          {getErrorMessage(actions.error)}
        </span>
      ) : null}
    </div>
  );
}
