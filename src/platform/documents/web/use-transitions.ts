import { useRef } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { DocumentKind, OfferedTransition } from './document-kind.ts';

/**
 * Sends a transition of a screen: through the outbox, with the version that was shown and additional input.
 */
export interface TransitionSender<M> {
  /** `reason` is null if none is required. Rejects with the server's refusal. */
  send(move: M, reason: string | null): Promise<unknown>;
  isPending: boolean;
  /** The last refusal, or null. */
  error: ApiError | null;
  /** Refetches the document after a version conflict. */
  renew?(): void;
  /** Kinds of waiting actions that a transition may follow without waiting for them. */
  behind?: ReadonlySet<string>;
}

/** The transitions available to the user. */
export interface Transitions<D, M extends OfferedTransition> {
  kind: DocumentKind<D, M>;
  number: string;
  offered: M[];
  /** An action on the document from any screen is still unsent, so no other can be made. */
  isBusy: boolean;
  error: ApiError | null;
  /** Makes a transition; false if it was refused (see `error`) or another one is in progress. */
  make(move: M, reason?: string | null): Promise<boolean>;
}

/**
 * Returns the transitions that the user may make on a document, one at a time: a second click is ignored
 * while one is in progress. Offline a transition is stored on the device; a refusal is returned in `error`,
 * never thrown.
 */
export function useTransitions<D, M extends OfferedTransition>(
  kind: DocumentKind<D, M>,
  document: D,
  sender: TransitionSender<M>,
): Transitions<D, M> {
  const user = useUser();
  const pendingActions = usePendingOn(kind.keyOf(document)).filter(
    (entry) => !sender.behind?.has(entry.kind),
  );
  const isBusy = pendingActions.length > 0 || sender.isPending;
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
