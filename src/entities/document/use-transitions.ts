import { useRef } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { usePendingOn } from '#src/lib/outbox/entries.ts';
import { useUser } from '#src/lib/session/session.ts';
import type { DocumentKind, OfferedTransition } from './document-kind.ts';

/** How a screen has a move made: through the outbox, with the version that was seen, and with what is typed besides. */
export interface TransitionSender<M> {
  /** `reason` is null for moves that ask for none. Rejects with the server's refusal. */
  send(move: M, reason: string | null): Promise<unknown>;
  isPending: boolean;
  /** The refusal of the last one; null otherwise. */
  error: ApiError | null;
  /** Has the document asked for again, where somebody else was quicker. */
  renew?(): void;
  /** Kinds of waiting actions that a move goes out behind: nobody waits until they are sent. */
  behind?: ReadonlySet<string>;
}

/** What a person can do with a document now. */
export interface Transitions<D, M extends OfferedTransition> {
  kind: DocumentKind<D, M>;
  number: string;
  offered: M[];
  /** Something was done to it and is not on the server yet, here or from another screen: nothing else is done meanwhile. */
  isBusy: boolean;
  error: ApiError | null;
  /** Makes a move; false where it was refused, which `error` then says, or where another one is still on its way. */
  make(move: M, reason?: string | null): Promise<boolean>;
}

/**
 * The moves that this person may make on a document, one at a time: a second click while one is on its way does nothing.
 * Without a connection a move is kept on the device; its refusal is answered here, never thrown.
 */
export function useTransitions<D, M extends OfferedTransition>(
  kind: DocumentKind<D, M>,
  document: D,
  sender: TransitionSender<M>,
): Transitions<D, M> {
  const user = useUser();
  const waited = usePendingOn(kind.keyOf(document)).filter((entry) => !sender.behind?.has(entry.kind));
  const isBusy = waited.length > 0 || sender.isPending;
  const isMaking = useRef(false);

  async function make(move: M, reason: string | null = null): Promise<boolean> {
    if (isBusy || isMaking.current) return false;
    isMaking.current = true;
    try {
      await sender.send(move, reason);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (refusal.status === 412 || refusal.status === 409 || refusal.status === 404) sender.renew?.();
      return false;
    } finally {
      isMaking.current = false;
    }
  }

  return {
    kind,
    number: kind.numberOf(document),
    offered: kind.movesFor(document, user),
    isBusy,
    error: sender.error,
    make,
  };
}
