import type { QueryClient } from '@tanstack/react-query';
import type { WriteMethod } from '#platform/web/api/call.ts';

/** An action that must not be lost: its request, and how its response changes the screen. */
export interface Action<Input, Result> {
  /** Unique, such as `orders.create`; stored with queued actions across releases. */
  kind: string;
  /** The document acted on (`orders/<id>`); for a new document, with an id from `newLocalId`. */
  document(input: Input): string;
  request(input: Input): {
    method: WriteMethod;
    path: string;
    body?: unknown;
    ifMatch?: number | null;
    photo?: string;
  };
  /** Requests a minimal response; the server may still return the full document or nothing. */
  prefersMinimal?: boolean;
  /** Label in the queue: "Submit ORD-2026-000123". */
  label(input: Input): string;
  /**
   * Actions with the same key are treated as one, so that a double click has one effect. The default is kind
   * and document: one such action per document at a time.
   */
  dedupeKey?(input: Input): string;
  /**
   * Whether the key can be used only once: it remains reserved after the action is sent. For actions that happen once,
   * such as creating an order from a draft.
   */
  isSingleUse?: boolean;
  /**
   * Name of a list in the body. Until this action is first attempted, the next one on the document is merged
   * into it by appending its list, so that offline entries are sent together. `afterMs` of an appended element
   * is its delay after this action.
   */
  mergeableList?: string;
  /** Path at which the user can open and correct the document. */
  editPath?(input: Input): string;
  /** Message for an error without a server message. */
  failure?(): string;
  /** Reads the server's response. */
  read(response: unknown): Result;
  /** Updates the lists and documents on screen from the response; runs in every tab, even after a reload. */
  onSent(response: Result, queryClient: QueryClient): void;
}

type AnyAction = Pick<Action<never, unknown>, 'kind' | 'failure' | 'read' | 'onSent'>;

const actions = new Map<string, AnyAction>();

/** Defines an action and registers it with the outbox, for responses that arrive after a reload. */
export function defineAction<Input, Result>(action: Action<Input, Result>): Action<Input, Result> {
  actions.set(action.kind, {
    kind: action.kind,
    ...(action.failure && { failure: action.failure }),
    read: action.read,
    onSent: (response, queryClient) => action.onSent(response as Result, queryClient),
  });
  return action;
}

/**
 * Returns the definition of a queued action; undefined if its module isn't loaded, in which case nothing on
 * screen depends on it.
 */
export function getAction(kind: string): AnyAction | undefined {
  return actions.get(kind);
}
