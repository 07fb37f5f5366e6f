import { useRef, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import type { Draft } from '#platform/web/drafts/drafts.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { documentMessages } from './messages.ts';

/** Callbacks for sending a completed form. */
interface EntrySend<Result> {
  /** Sends through the outbox. Calls `onQueued` once the action is stored. */
  send(onQueued: () => void): Promise<Result>;
  /** Called once the outbox has stored the action: a reload must not restore the form. */
  onStored?(): void;
  /** Called once while offline: closes or clears the form instead of waiting for the response. */
  onDetached(): void;
  onDone(result: Result, isDetached: boolean): void;
  onRefused(refusal: ApiError, isDetached: boolean): void;
}

/**
 * Sends a form. While offline, it notifies the user that the action is stored on the device and doesn't wait
 * for the response.
 */
export async function sendEntry<Result>(entry: EntrySend<Result>): Promise<void> {
  let isDetached = false;
  const detachWhileOffline = () => {
    if (isDetached || connectionStore.get().isAlive) return;
    isDetached = true;
    toast(getMessages(documentMessages).storedOnDevice);
    entry.onDetached();
  };
  const stopListening = connectionStore.subscribe(detachWhileOffline);
  try {
    const result = await entry.send(() => {
      entry.onStored?.();
      detachWhileOffline();
    });
    entry.onDone(result, isDetached);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    entry.onRefused(error, isDetached);
  } finally {
    stopListening();
  }
}

/**
 * Callbacks for sending a form that has a stored draft; `onDone` and `onRefused` are called only while the
 * form is open.
 */
interface DraftSend<Result> {
  send: EntrySend<Result>['send'];
  onStored?(): void;
  onDone(result: Result): void;
  onRefused?(): void;
}

/**
 * Sends a form only once, even on a double click; while offline the form is closed. The draft is deleted once
 * the outbox has stored the action, and restored if the action is rejected.
 */
export function useEntrySend<T>(draft: Draft<T>, onClose: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const isSending = useRef(false);
  async function send<Result>(
    entered: T,
    { send: sendOnce, onStored, onDone, onRefused }: DraftSend<Result>,
  ): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setWaiting(true);
    const sending = sendEntry({
      send: sendOnce,
      onStored() {
        draft.discard();
        onStored?.();
      },
      onDetached: onClose,
      onDone(result, isDetached) {
        if (!isDetached) onDone(result);
      },
      onRefused(_, isDetached) {
        if (isDetached) return;
        draft.set(entered);
        onRefused?.();
      },
    });
    await sending.finally(() => {
      isSending.current = false;
      setWaiting(false);
    });
  }
  return { send, isWaiting };
}
