import { type Actor, canWrite, type Collection } from '#core/permissions.ts';
import type { ReasonUse } from '#core/reasons/uses.ts';
import type { Lifecycle, Transition } from '../lifecycle.ts';
import type { Catalogue } from '#platform/web/i18n/messages.ts';

/** An available transition: a row of the lifecycle, or sent by the server. */
export interface OfferedTransition {
  verb: string;
  to: string;
  /** The transition requires a reason. */
  reason: boolean;
}

/** Labels of a document kind's transitions by verb, and the texts of their confirmations. */
interface MoveWords {
  verbs: Readonly<Record<string, string>>;
  confirm: Readonly<Record<string, string>>;
}

/** A document kind as its transitions define it, independent of how they are sent. */
export interface DocumentKind<D, M extends OfferedTransition> {
  /** The document by its key in the outbox. */
  keyOf(document: D): string;
  /** Number shown to users. */
  numberOf(document: D): string;
  /** Returns the transitions available to the user by the lifecycle; the server decides. */
  movesFor(document: D, actor: Actor): M[];
  /** Transitions with a primary button. */
  primary: ReadonlySet<M['verb']>;
  /** Transitions that need confirmation, with or without a reason, because the user cannot undo them. */
  asked: ReadonlySet<M['verb']>;
  /** Verbs with a destructive style. */
  destructive: ReadonlySet<M['verb']>;
  /** Reasons offered for a transition, if those for orders do not apply; null for none. */
  reasonUses?: Readonly<Partial<Record<M['verb'], ReasonUse | null>>>;
  words: Catalogue<MoveWords>;
}

/** The fields of a document that every kind shows. */
interface ShownDocument {
  _id: string;
  number?: string;
  status: string;
}

/** Input of `documentKind`; everything else follows from the collection and lifecycle. */
interface KindInput<
  Input extends { status: Status },
  Status extends string,
  Verb extends string,
  Part extends string,
> {
  collection: Collection;
  lifecycle: Lifecycle<Input, Status, Verb, Part>;
  /** Transitions with a primary button; by default those that move a document forward. */
  primary?: readonly Verb[];
  asked: readonly Verb[];
  destructive: readonly Verb[];
  /** Also for questions about a part of the document, with their own verbs. */
  reasonUses?: Readonly<Record<string, ReasonUse | null>>;
  words: Catalogue<MoveWords>;
}

interface Conversion<D, Input, Status> {
  /** Converts a document to the input of its lifecycle; null if no rule applies to it. */
  toLifecycleInput(document: D, status: Status): Input | null;
  /** Number shown to users, if it isn't in the field `number`. */
  numberOf?(document: D): string;
}

/**
 * Defines a document kind by its lifecycle: the transitions offered are those that the user has a right to.
 * `toLifecycleInput` can be left out if the lifecycle reads the document as it is. No transition is offered
 * for a status of another server.
 */
export function documentKind<
  D extends ShownDocument,
  Input extends { status: Status },
  Status extends string,
  Verb extends string,
  Part extends string,
>(
  input: KindInput<Input, Status, Verb, Part> &
    (D & { status: Status } extends Input
      ? Partial<Conversion<D, Input, Status>>
      : Conversion<D, Input, Status>),
): DocumentKind<D, Transition<Status, Verb, Part>> & { lifecycleInput(document: D): Input | null } {
  const { collection, lifecycle, primary, asked, destructive, reasonUses = {}, words } = input;
  const toDefaultInput = (document: D, status: Status) => ({ ...document, status }) as unknown as Input;
  const getDefaultNumber = ({ number = '' }: D) => number;
  const {
    toLifecycleInput = toDefaultInput,
    numberOf = getDefaultNumber,
  }: Partial<Conversion<D, Input, Status>> = input;
  const lifecycleInput = (document: D): Input | null => {
    const status = lifecycle.statuses.find((candidate) => candidate === document.status);
    return status === undefined ? null : toLifecycleInput(document, status);
  };

  return {
    keyOf: ({ _id }) => `${collection}/${_id}`,
    numberOf,
    lifecycleInput,
    movesFor(document, actor) {
      const lifecycleDocument = lifecycleInput(document);
      const moves =
        lifecycleDocument === null ? [] : lifecycle.availableTransitions(lifecycleDocument, actor);
      return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, collection, flag)));
    },
    primary: new Set(primary ?? lifecycle.forwardTransitions.map(({ verb }) => verb)),
    asked: new Set(asked),
    destructive: new Set(destructive),
    reasonUses: reasonUses as Partial<Record<Verb, ReasonUse | null>>,
    words,
  };
}
