import { useRef } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { DocumentKind, OfferedTransition } from './document-kind.ts';

/**
 * Sends a screen's transitions through the outbox, with the version that was displayed and any additional
 * input.
 */
export interface TransitionSender<M> {
  /** `reason` is null if none is required. Rejects with the server's error. */
  send(move: M, reason: string | null): Promise<unknown>;
  isPending: boolean;
  /** The last error, or null. */
  error: ApiError | null;
  /** Refetches the document after a version conflict. */
  refetch?(): void;
  /** Kinds of queued actions that don't block a transition; it is sent after them. */
  nonBlockingKinds?: ReadonlySet<string>;
}

/** The transitions available to the user. */
export interface Transitions<D, M extends OfferedTransition> {
  kind: DocumentKind<D, M>;
  number: string;
  offered: M[];
  /** Any screen has an unsent action on the document, so no other transition is possible. */
  isBusy: boolean;
  error: ApiError | null;
  /** Makes a transition; returns false if it was rejected (see `error`) or another one is in progress. */
  make(move: M, reason?: string | null): Promise<boolean>;
}

/**
 * Returns the transitions that the user may make on a document, one at a time: a second click is ignored
 * while one is in progress. While offline, a transition is stored on the device. Errors are returned in
 * `error` and never thrown.
 */
export function useTransitions<D, M extends OfferedTransition>(
  kind: DocumentKind<D, M>,
  document: D,
  sender: TransitionSender<M>,
): Transitions<D, M> {
  const user = useUser();
  const pendingActions = usePendingOn(kind.getKey(document)).filter(
    (entry) => !sender.nonBlockingKinds?.has(entry.kind),
  );
  const isBusy = pendingActions.length > 0 || sender.isPending;
  const isMaking = useRef(false);

  async function make(move: M, reason: string | null = null): Promise<boolean> {
    if (isBusy || isMaking.current) return false;
    isMaking.current = true;
    try {
      await sender.send(move, reason);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 412 || error.status === 409 || error.status === 404) sender.refetch?.();
      return false;
    } finally {
      isMaking.current = false;
    }
  }

  return {
    kind,
    number: kind.getNumber(document),
    offered: kind.getAvailableTransitions(document, user),
    isBusy,
    error: sender.error,
    make,
  };
}
