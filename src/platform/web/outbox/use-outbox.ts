import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { Action } from './action.ts';
import { type EntryState, isRefused } from './entry.ts';
import { outboxStore, useOutbox } from './entries.ts';
import { discardEntry, enqueueAction, waitForEntry } from './outbox.ts';
import { showQueue } from './show-queue.ts';

export interface OutboxMutation<Input, Result> {
  /**
   * Queues the action and resolves with the server's response. If the server rejects the action, rejects with
   * the `ApiError` and removes the entry, because the calling screen shows the error; if that screen has been
   * closed, the entry stays and needs attention. `onQueued` is called once the action is stored on this
   * device; until then, the screen keeps its input.
   */
  send(input: Input, onQueued?: () => void): Promise<Result>;
  /** State of this screen's last action; `idle` before the first and after `reset`. */
  state: EntryState | 'idle';
  /** True from the click until the response; disables actions that must not run twice. */
  isPending: boolean;
  /** True until the action is stored on this device; only then may the screen confirm it and close. */
  isStoring: boolean;
  /** The last action's error, or null. */
  error: ApiError | null;
  reset(): void;
}

/** Sends an action through the outbox: stored on the device first, then sent once as soon as possible. */
export function useOutboxMutation<Input, Result>(
  action: Action<Input, Result>,
): OutboxMutation<Input, Result> {
  const entries = useOutbox();
  const [entryId, setEntryId] = useState<string | null>(null);
  const [pendingCount, setPendingCount] = useState(0);
  const [storingCount, setStoringCount] = useState(0);
  const [error, setError] = useState<ApiError | null>(null);
  const isMounted = useIsMounted();
  // Queued entries are shown before the queue service has loaded.
  useEffect(() => void showQueue(), []);

  const send = useCallback(
    async (input: Input, onQueued?: () => void): Promise<Result> => {
      setError(null);
      setPendingCount((count) => count + 1);
      try {
        const draft = buildEntryDraft(action, input);
        setStoringCount((count) => count + 1);
        const entry = await enqueueAction(draft).finally(() => setStoringCount((count) => count - 1));
        onQueued?.();
        setEntryId(entry.id);
        return action.read(
          await waitForEntry(entry.id).catch((refusal) => returnRefusal(entry.id, refusal, isMounted)),
        );
      } catch (error) {
        if (error instanceof ApiError && error.code !== 'DISCARDED') setError(error);
        throw error;
      } finally {
        setPendingCount((count) => count - 1);
      }
    },
    [action, isMounted],
  );
  const reset = useCallback(() => {
    setEntryId(null);
    setError(null);
  }, []);

  const state = entries.find((entry) => entry.id === entryId)?.state ?? 'idle';
  return { send, state, isPending: pendingCount > 0, isStoring: storingCount > 0, error, reset };
}

/** Builds the queue entry of an action. */
export function buildEntryDraft<Input, Result>(action: Action<Input, Result>, input: Input) {
  const { method, path, body, ifMatch, photo } = action.request(input);
  const documentKey = action.document(input);
  return {
    kind: action.kind,
    documentKey,
    label: action.label(input),
    method,
    path,
    body: body ?? null,
    ifMatch: ifMatch ?? null,
    prefersMinimal: action.prefersMinimal ?? false,
    ...(photo !== undefined && { photo }),
    ...(action.mergeableList !== undefined && { mergeableList: action.mergeableList }),
    dedupeKey: action.dedupeKey?.(input) ?? `${action.kind} ${documentKey}`,
    isSingleUse: action.isSingleUse ?? false,
    editPath: action.editPath?.(input) ?? null,
  };
}

/** Returns an error to the calling screen while it is mounted; otherwise the entry stays in the queue. */
async function returnRefusal(entryId: string, error: unknown, isMounted: () => boolean): Promise<never> {
  const entry = outboxStore.get().find(({ id }) => id === entryId);
  if (entry && isRefused(entry) && isMounted()) await discardEntry(entryId).catch(() => undefined);
  throw error;
}

/** Whether the component is still on screen. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
