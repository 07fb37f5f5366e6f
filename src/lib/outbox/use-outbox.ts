import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Action } from './action.ts';
import { type EntryState, isRefused } from './entry.ts';
import { outboxStore, useOutbox } from './entries.ts';
import { discardEntry, enqueue, waitForEntry } from './outbox.ts';
import { showQueue } from './show-queue.ts';

export interface OutboxMutation<Input, Answer> {
  /**
   * Queues the action and answers what the server said, as soon as it has said it. A refusal rejects with the
   * `ApiError`; the entry is then taken out of the queue, because the screen that asked is here to show it. If the
   * screen is gone by then, the entry stays and needs attention. `onQueued` is called once the action is kept on
   * this device: until then the screen holds on to what it says.
   */
  send(input: Input, onQueued?: () => void): Promise<Answer>;
  /** Where the last action of this screen stands; `idle` before the first and after `reset`. */
  state: EntryState | 'idle';
  /** True from the click until the answer: disable what must not be done twice. */
  isPending: boolean;
  /** True from the click until it is kept on this device: only then may somebody be told that it is, and close the page. */
  isKeeping: boolean;
  /** The refusal of the last action; null otherwise. */
  error: ApiError | null;
  reset(): void;
}

/** Does an action through the outbox: kept on the device first, sent as soon as possible, once. */
export function useOutboxMutation<Input, Answer>(
  action: Action<Input, Answer>,
): OutboxMutation<Input, Answer> {
  const entries = useOutbox();
  const [entryId, setEntryId] = useState<string | null>(null);
  const [asking, setAsking] = useState(0);
  const [keeping, setKeeping] = useState(0);
  const [error, setError] = useState<ApiError | null>(null);
  const isHere = useIsMounted();
  // What waits here is told before what sends it has come.
  useEffect(() => void showQueue(), []);

  const send = useCallback(
    async (input: Input, onQueued?: () => void): Promise<Answer> => {
      setError(null);
      setAsking((count) => count + 1);
      try {
        const draft = buildEntryDraft(action, input);
        setKeeping((count) => count + 1);
        const entry = await enqueue(draft).finally(() => setKeeping((count) => count - 1));
        onQueued?.();
        setEntryId(entry.id);
        return action.read(
          await waitForEntry(entry.id).catch((refusal) => handBack(entry.id, refusal, isHere)),
        );
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.code !== 'DISCARDED') setError(thrown);
        throw thrown;
      } finally {
        setAsking((count) => count - 1);
      }
    },
    [action, isHere],
  );
  const reset = useCallback(() => {
    setEntryId(null);
    setError(null);
  }, []);

  const state = entries.find((entry) => entry.id === entryId)?.state ?? 'idle';
  return { send, state, isPending: asking > 0, isKeeping: keeping > 0, error, reset };
}

/** The entry that an action becomes. */
export function buildEntryDraft<Input, Answer>(action: Action<Input, Answer>, input: Input) {
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
    ...(action.joins !== undefined && { joins: action.joins }),
    dedupeKey: action.dedupeKey?.(input) ?? `${action.kind} ${documentKey}`,
    isOnce: action.isOnce ?? false,
    editPath: action.editPath?.(input) ?? null,
  };
}

/** A refusal of the server goes to the screen that asked, as long as it is there; the queue keeps it otherwise. */
async function handBack(entryId: string, refusal: unknown, isHere: () => boolean): Promise<never> {
  const entry = outboxStore.get().find(({ id }) => id === entryId);
  if (entry && isRefused(entry) && isHere()) await discardEntry(entryId).catch(() => undefined);
  throw refusal;
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
