import type { QueryClient } from '@tanstack/react-query';
import type { WriteMethod } from '../api/call.ts';

/** One thing a person can do that must not get lost: how it is asked for, and what its answer changes. */
export interface Action<Input, Answer> {
  /** Unique, `orders.create`; it is kept with queued actions across releases. */
  kind: string;
  /** The document acted on, `orders/<id>`; an id of `newLocalId` for one that is being made. */
  document(input: Input): string;
  request(input: Input): {
    method: WriteMethod;
    path: string;
    body?: unknown;
    ifMatch?: number | null;
    photo?: string;
  };
  /** Asks for as little of the answer as will do; a server may answer the whole all the same, or nothing. */
  prefersMinimal?: boolean;
  /** What the queue shows: "Submit ORD-2026-000123". */
  label(input: Input): string;
  /**
   * The same key twice is one action, so that a double click does it once. By default kind and document: one
   * such action per document at a time.
   */
  dedupeKey?(input: Input): string;
  /** The key stands for something that happens once ever, such as a draft becoming an order. */
  isOnce?: boolean;
  /**
   * A list in the body, by its name, to which the next such action on the document adds its own while this one waits and
   * was never tried: what is entered piece by piece without a connection goes out together. Each added piece says in `afterMs`
   * how long after the action it was entered.
   */
  joins?: string;
  /** Where the person can look at the document and mend it. */
  editPath?(input: Input): string;
  /** What a refusal says where the server gives no words of its own. */
  failure?(): string;
  /** Reads the server's answer. */
  read(answer: unknown): Answer;
  /** Writes the answer into the lists and documents on screen; runs in every tab, also after a reload. */
  onSent(answer: Answer, queryClient: QueryClient): void;
}

type AnyAction = Pick<Action<never, unknown>, 'kind' | 'failure' | 'read' | 'onSent'>;

const actions = new Map<string, AnyAction>();

/** Describes an action, and makes it known to the outbox for answers that arrive after a reload. */
export function defineAction<Input, Answer>(action: Action<Input, Answer>): Action<Input, Answer> {
  actions.set(action.kind, {
    kind: action.kind,
    ...(action.failure && { failure: action.failure }),
    read: action.read,
    onSent: (answer, queryClient) => action.onSent(answer as Answer, queryClient),
  });
  return action;
}

/** The definition of a queued action, undefined when its module is not loaded (nothing of it is on screen then). */
export function getAction(kind: string): AnyAction | undefined {
  return actions.get(kind);
}
