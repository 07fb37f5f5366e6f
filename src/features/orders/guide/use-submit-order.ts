import { useState } from 'react';
import type { CreateOrderInput } from '#contract/orders.ts';
import { createOrder, moveOrder } from '#src/collections/orders/actions.ts';
import { collectionMessages } from '#src/collections/messages.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { sayError } from '#src/lib/api/own-words.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import type { Draft } from './draft.ts';

/** Why an order was not taken: one sentence, and what is wrong with which item. */
export interface Refusal {
  message: string;
  byItem: Record<string, string>;
}

interface SubmitInput {
  draft: Draft;
  input: CreateOrderInput;
  isSubmitted: boolean;
  /** All of it is kept in the queue: the draft may go. */
  onQueued(): void;
}

interface Outcomes {
  /** The order has an id of its own now. */
  onCreated(localId: string, id: string): void;
  /** The server did not take the order; here it is back. */
  onRefused(draft: Draft): void;
}

/**
 * Hands a draft over to the outbox: creating the order and, where asked, submitting it, as two actions on one
 * document. The order arrives once, however often this is called with the same draft.
 */
export function useSubmitOrder({ onCreated, onRefused }: Outcomes) {
  const creation = useOutboxMutation(createOrder);
  const moving = useOutboxMutation(moveOrder);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function submit({ draft, input, isSubmitted, onQueued }: SubmitInput): Promise<void> {
    const { localId } = draft;
    const t = messagesOf(collectionMessages);
    setRefusal(null);
    const creating = creation.send({ localId, input }, isSubmitted ? undefined : onQueued);
    const submitting = isSubmitted
      ? moving.send(
          { order: { _id: localId, orderNo: t.newOrder, version: 0 }, to: 'Under Review' },
          onQueued,
        )
      : null;
    // The move fails when the creation does; any other failure of it shows through `moving.error`.
    submitting?.catch(() => undefined);
    try {
      const order = await creating;
      onCreated(localId, order._id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'DISCARDED') return;
      setRefusal({ message: sayError(error, t.failed.create), byItem: byItem(error, input) });
      onRefused(draft);
    }
  }

  return { submit, refusal, forget: () => setRefusal(null), submitError: moving.error };
}

/** `items.2.orderQty: ...` as the item that stood third. */
function byItem(error: ApiError, input: CreateOrderInput): Record<string, string> {
  const entries = Object.entries(error.fields).flatMap(([path, sentence]) => {
    const index = /^items\.(\d+)\./.exec(path)?.[1];
    const itemId = input.items[Number(index)]?.itemId;
    return itemId === undefined ? [] : [[itemId, sentence] as const];
  });
  return Object.fromEntries(entries);
}
