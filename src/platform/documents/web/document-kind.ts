import { type Actor, canWrite, type Collection } from '#core/permissions.ts';
import type { ReasonUse } from '#core/reasons/uses.ts';
import type { Lifecycle, Transition } from '../lifecycle.ts';
import type { Catalogue } from '#platform/web/i18n/messages.ts';

/** An available transition, either from the lifecycle or sent by the server. */
export interface OfferedTransition {
  verb: string;
  to: string;
  /** The transition requires a reason. */
  reason: boolean;
}

/** Labels and confirmation messages of a document kind's transitions, by verb. */
interface TransitionLabels {
  verbs: Readonly<Record<string, string>>;
  confirm: Readonly<Record<string, string>>;
}

/** A document kind with its transitions, independent of how they are sent. */
export interface DocumentKind<D, M extends OfferedTransition> {
  /** Returns the document's outbox key. */
  getKey(document: D): string;
  /** Number shown to users. */
  getNumber(document: D): string;
  /** Returns the transitions that the lifecycle offers the user; the server has the final decision. */
  getAvailableTransitions(document: D, actor: Actor): M[];
  /** Transitions with a primary button. */
  primary: ReadonlySet<M['verb']>;
  /** Transitions that need confirmation, with or without a reason, because the user cannot undo them. */
  requiresConfirmation: ReadonlySet<M['verb']>;
  /** Verbs with a destructive style. */
  destructive: ReadonlySet<M['verb']>;
  /** Reason lists for transitions that don't use the order reasons; null for none. */
  reasonUses?: Readonly<Partial<Record<M['verb'], ReasonUse | null>>>;
  labels: Catalogue<TransitionLabels>;
}

/** The fields of a document that every kind shows. */
interface DisplayedDocument {
  _id: string;
  number?: string;
  status: string;
}

/** Input of `documentKind`; everything else follows from the collection and lifecycle. */
interface KindInput<
  Input extends { status: Status },
  Status extends string,
  Verb extends string,
  Party extends string,
> {
  collection: Collection;
  lifecycle: Lifecycle<Input, Status, Verb, Party>;
  /** Transitions with a primary button; by default those that move a document forward. */
  primary?: readonly Verb[];
  requiresConfirmation: readonly Verb[];
  destructive: readonly Verb[];
  /** May include verbs of confirmations that concern part of the document. */
  reasonUses?: Readonly<Record<string, ReasonUse | null>>;
  labels: Catalogue<TransitionLabels>;
}

interface Conversion<D, Input, Status> {
  /** Converts a document to the input of its lifecycle; null if no rule applies to it. */
  toLifecycleInput(document: D, status: Status): Input | null;
  /** Number shown to users, if it isn't in the field `number`. */
  getNumber?(document: D): string;
}

/**
 * Defines a document kind by its lifecycle and offers the transitions that the user has permission for.
 * `toLifecycleInput` can be omitted if the document itself is valid lifecycle input. Statuses unknown to this
 * version have no transitions.
 */
export function documentKind<
  D extends DisplayedDocument,
  Input extends { status: Status },
  Status extends string,
  Verb extends string,
  Party extends string,
>(
  input: KindInput<Input, Status, Verb, Party> &
    (D & { status: Status } extends Input
      ? Partial<Conversion<D, Input, Status>>
      : Conversion<D, Input, Status>),
): DocumentKind<D, Transition<Status, Verb, Party>> & { lifecycleInput(document: D): Input | null } {
  const {
    collection,
    lifecycle,
    primary,
    requiresConfirmation,
    destructive,
    reasonUses = {},
    labels,
  } = input;
  const toDefaultInput = (document: D, status: Status) => ({ ...document, status }) as unknown as Input;
  const getDefaultNumber = ({ number = '' }: D) => number;
  const {
    toLifecycleInput = toDefaultInput,
    getNumber = getDefaultNumber,
  }: Partial<Conversion<D, Input, Status>> = input;
  const lifecycleInput = (document: D): Input | null => {
    const status = lifecycle.statuses.find((candidate) => candidate === document.status);
    return status === undefined ? null : toLifecycleInput(document, status);
  };

  return {
    getKey: ({ _id }) => `${collection}/${_id}`,
    getNumber,
    lifecycleInput,
    getAvailableTransitions(document, actor) {
      const lifecycleDocument = lifecycleInput(document);
      const transitions =
        lifecycleDocument === null ? [] : lifecycle.listAvailableTransitions(lifecycleDocument, actor);
      return transitions.filter(({ flags }) => flags.some((flag) => canWrite(actor, collection, flag)));
    },
    primary: new Set(primary ?? lifecycle.forwardTransitions.map(({ verb }) => verb)),
    requiresConfirmation: new Set(requiresConfirmation),
    destructive: new Set(destructive),
    reasonUses: reasonUses as Partial<Record<Verb, ReasonUse | null>>,
    labels,
  };
}
