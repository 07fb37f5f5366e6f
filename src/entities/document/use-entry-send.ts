import { useRef, useState } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { connectionStore } from '#src/lib/api/connection.ts';
import { toast } from '#src/lib/toast.ts';

/** How a form that was filled in goes out. */
export interface EntrySend<Answer> {
  /** Through the outbox. Calls `taken` as soon as that has it: who reloads then does not find it in the form once more. */
  send(taken: () => void): Promise<Answer>;
  /** The outbox has it, and the draft is no more. */
  taken(): void;
  /** The server has it, and whoever entered it is still here. */
  done(answer: Answer): void;
  /** It was refused: what was typed stands in the form again. */
  refused(): void;
}

/**
 * Sends what a form holds, once for two clicks. Without a connection nobody waits for the answer: `kept` is said, and the form
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
