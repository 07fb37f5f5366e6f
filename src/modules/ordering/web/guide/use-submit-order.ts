import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateOrderInput, EditOrderInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { createOrderAction, moveOrderAction, useOrderActions } from '#modules/orders/web/queries/actions.ts';
import { orderQuery } from '#modules/orders/web/queries/queries.ts';
import { queuedActionMessages } from '#platform/web/queries/messages.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import type { StoredOrderDraft, EditedDraft } from './draft.ts';

/** Rejection of an order: one message, and messages by item id. */
export interface OrderRefusal {
  message: string;
  byItem: Record<string, string>;
}

interface SubmitInput {
  draft: StoredOrderDraft;
  input: CreateOrderInput;
  /** Builds the edit of a saved draft from its current state on the server. */
  buildEdit(order: Order): EditOrderInput;
  shouldSubmit: boolean;
  /** Called when every action is in the outbox and the draft may be deleted. */
  onQueued(): void;
}

interface SubmitHandlers {
  /** Called when the server has assigned the order's id. */
  onCreated(localId: string, id: string): void;
  /** Called with the draft if the server rejects the order. */
  onRefused(draft: StoredOrderDraft): void;
}

/**
 * Submits a draft through the outbox: creates the order and, if requested, submits it; these are two actions
 * on one document. Repeated calls with the same draft create only one order.
 */
export function useSubmitOrder({ onCreated, onRefused }: SubmitHandlers) {
  const createMutation = useOutboxMutation(createOrderAction);
  const moveMutation = useOutboxMutation(moveOrderAction);
  const actions = useOrderActions();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);

  /** Saves the changes of a draft on the server and submits it if requested. */
  async function submitSaved(saved: EditedDraft, { draft, shouldSubmit, buildEdit, onQueued }: SubmitInput) {
    let edit: EditOrderInput = {};
    try {
      const current = await queryClient.query(orderQuery(saved.id));
      edit = buildEdit(current);
      const order = { ...current, version: saved.version };
      if (shouldSubmit)
        await actions.move(order, { to: 'Under Review', reason: false }, null, edit, onQueued);
      else if (Object.keys(edit).length > 0) await actions.edit(order, edit, onQueued);
      else onQueued();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'DISCARDED') return;
      const message = getErrorMessage(error, getMessages(queuedActionMessages).failed.update);
      setRefusal({ message, byItem: mapErrorsToItems(error, edit.items ?? []) });
      // After a concurrent save, the user has been notified, so the next attempt may overwrite it.
      const isStale = error.code === 'STALE_VERSION';
      const latest = isStale ? await queryClient.fetchQuery(orderQuery(saved.id)).catch(() => null) : null;
      onRefused(latest ? { ...draft, order: { ...saved, version: latest.version } } : draft);
    }
  }

  async function submit(request: SubmitInput): Promise<void> {
    const { draft, input, shouldSubmit, onQueued } = request;
    const { localId } = draft;
    const t = getMessages(queuedActionMessages);
    setRefusal(null);
    if (draft.order) return submitSaved(draft.order, request);
    const creating = createMutation.send({ localId, input }, shouldSubmit ? undefined : onQueued);
    const submitting = shouldSubmit
      ? moveMutation.send(
          { order: { _id: localId, orderNo: t.newOrder, version: 0 }, to: 'Under Review' },
          onQueued,
        )
      : null;
    // If creation fails, submission fails as well; other failures are reported through `moveMutation.error`.
    submitting?.catch(() => undefined);
    try {
      const order = await creating;
      onCreated(localId, order._id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'DISCARDED') return;
      setRefusal({
        message: getErrorMessage(error, t.failed.create),
        byItem: mapErrorsToItems(error, input.items),
      });
      onRefused(draft);
    }
  }

  return {
    submit,
    refusal,
    clearRefusal: () => setRefusal(null),
    submitError: moveMutation.error ?? actions.error,
  };
}

/** Maps errors such as `items.2.orderQty: ...` to the item at that index of the request. */
function mapErrorsToItems(
  error: ApiError,
  items: readonly { itemId?: string | undefined }[],
): Record<string, string> {
  const entries = Object.entries(error.fields).flatMap(([path, message]) => {
    const index = /^items\.(\d+)\./.exec(path)?.[1];
    const itemId = items[Number(index)]?.itemId;
    return itemId === undefined ? [] : [[itemId, message] as const];
  });
  return Object.fromEntries(entries);
}
