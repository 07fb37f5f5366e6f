import { getAvailableTransitions } from '../../../order-rules.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { useOrderActions } from '../../queries/actions.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { kitchenListMessages } from './kitchen-messages.ts';

interface AcceptSelectedProps {
  orders: readonly OrderRecord[];
  onDone(): void;
}

/** Accepts the selected orders that await acceptance. A toast shows the first error, if there is any. */
export function AcceptSelected({ orders, onDone }: AcceptSelectedProps) {
  const t = useMessages(kitchenListMessages);
  const user = useUser();
  const actions = useOrderActions();
  const acceptableOrders = orders.flatMap((order) => {
    const move = getAvailableTransitions(order, user).find(({ verb }) => verb === 'accept');
    return move ? [{ order, move }] : [];
  });

  async function accept(): Promise<void> {
    const outcomes = await Promise.allSettled(
      acceptableOrders.map(({ order, move }) => actions.move(order, move)),
    );
    const errorMessages = outcomes.flatMap((outcome) => {
      if (outcome.status === 'fulfilled') return [];
      if (!(outcome.reason instanceof ApiError)) throw outcome.reason;
      return [outcome.reason.message];
    });
    // Clears the selection only after the results have arrived, because clearing it unmounts this component.
    onDone();
    const acceptedCount = outcomes.length - errorMessages.length;
    if (acceptedCount > 0) toast(t.accepted(acceptedCount));
    if (errorMessages[0] !== undefined) toastError(t.notAccepted(errorMessages.length, errorMessages[0]));
  }

  return (
    <GuardedButton
      variant="primary"
      disabledReason={acceptableOrders.length === 0 ? t.acceptNone : null}
      disabled={actions.isPending}
      onClick={() => void accept()}
    >
      {t.accept(acceptableOrders.length)}
    </GuardedButton>
  );
}
