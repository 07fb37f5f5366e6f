import { useRef, useState } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { connectionStore } from '#src/lib/api/connection.ts';
import { toast } from '#src/lib/toast.ts';

/** How a completed form is sent. */
export interface EntrySend<Answer> {
  /**
   * Sends through the outbox. Calls `taken` once the action is stored, so that a reload does not restore the
   * form.
   */
  send(taken: () => void): Promise<Answer>;
  /** The outbox has stored the action, and the draft is deleted. */
  taken(): void;
  /** The server has responded while the form is still open. */
  done(answer: Answer): void;
  /** The action was refused: the input is restored. */
  refused(): void;
}

/**
 * Sends a form once, even on a double click. Offline it does not wait for the response: it shows `kept` and
 * closes.
 */
export function useEntrySend(kept: string, onClose: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const isSending = useRef(false);
  async function send<Answer>(entry: EntrySend<Answer>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setWaiting(true);
    let isLetGo = false;
    const letGo = () => {
      if (isLetGo || connectionStore.get().isAlive) return;
      isLetGo = true;
      toast(kept);
      onClose();
    };
    const stopListening = connectionStore.subscribe(letGo);
    try {
      const answer = await entry.send(() => {
        entry.taken();
        letGo();
      });
      if (!isLetGo) entry.done(answer);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (!isLetGo) entry.refused();
    } finally {
      stopListening();
      isSending.current = false;
      setWaiting(false);
    }
  }
  return { send, isWaiting };
}
