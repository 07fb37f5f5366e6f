import { type Actor, canActAtLocation, type Flag, permissionFlags, hasFlag } from '#core/permissions.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';

/** One legal transition: a row of the lifecycle table. */
export interface Transition<Status extends string, Verb extends string, Party extends string> {
  verb: Verb;
  from: Status;
  to: Status;
  /** Any of these parties may make the transition. */
  parties: readonly Party[];
  /** Any one of these flags is enough. */
  flags: readonly Flag[];
  /** Whether a reason must be saved first. */
  reason: boolean;
  /**
   * Set if it reverses the document's effects; not allowed while a document that depends on this one is
   * active.
   */
  undoes?: true;
}

/** The party of a kind with a location: users of that branch or kitchen. */
export type LocationParty = 'place';

/** The parties of a rule; can be omitted if the kind has a location, for users of that location. */
export type PartiesRule<Party extends string> = LocationParty extends Party
  ? { parties?: readonly Party[] }
  : { parties: readonly Party[] };

const locationParty: string = 'place' satisfies LocationParty;

/** The default parties of a rule. */
export const getDefaultParties = <Party extends string>(): { parties: readonly Party[] } => ({
  parties: [locationParty as Party],
});

/** A row of the lifecycle table in the definition of a kind: no reason is required by default. */
export type TransitionRow<Status extends string, Verb extends string, Party extends string> = Omit<
  Transition<Status, Verb, Party>,
  'reason' | 'parties'
> & { reason?: boolean } & PartiesRule<Party>;

/** Statuses in which a document no longer has any effect. */
const voidStatuses: ReadonlySet<string> = new Set(['Cancelled', 'Rejected', 'Reversed']);

/** Returns whether a document with this status was cancelled, rejected or reversed. */
export const isVoid = (status: string): boolean => voidStatuses.has(status);

/** A reason why a transition is blocked, with the field to correct. */
export interface TransitionError {
  field: string;
  refusal: Refusal;
}

/** Errors of a lifecycle. `verb` is inserted if the message names the attempted action. */
export interface LifecycleRefusals<Document, Verb extends string> {
  /** For users without any write flag. */
  readOnly: Refusal;
  /** For a status without such a transition; `requested` is what the caller asked for. */
  noTransition(document: Document, requested: string): Refusal;
  noFlag(verb: Verb): Refusal;
  notTheirs(verb: Verb): Refusal;
  noReason(verb: Verb): Refusal;
}

/** The document fields used by every lifecycle, including the saved reason for the next transition. */
interface LifecycleDocument<Status extends string> {
  status: Status;
  transitionReason?: string | null;
}

type TextField<Document> = {
  [K in keyof Document]-?: Document[K] extends string ? K : never;
}[keyof Document] &
  string;

/** Maps users to the parties of a document. Flags are checked per transition, not here. */
type LifecycleParties<Document, Party extends string> =
  | {
      /** The field with the document's branch or kitchen: its users act as `place`, see it and are notified. */
      location: TextField<Document>;
      /** Returns additional parties that a user of the location acts as. */
      getAdditionalParties?(document: Document, actor: Actor): readonly Party[];
    }
  | {
      location?: never;
      getParties(document: Document, actor: Actor): ReadonlySet<Party>;
    };

/** Rules of one kind of document: its transitions, with parties and conditions. */
interface LifecycleTable<
  Document extends LifecycleDocument<Status>,
  Status extends string,
  Verb extends string,
  Party extends string,
> {
  /** Every status, in lifecycle order. */
  statuses: readonly Status[];
  /** The statuses in which a document can be created; by default the first one. */
  initialStatuses?: readonly Status[];
  /** All legal transitions with their parties and flags; any other transition is rejected. */
  transitions: readonly TransitionRow<Status, Verb, Party>[];
  /** Transitions that move a document forward; the document is waiting for users who can make one of them. */
  forwardVerbs: readonly Verb[];
  /** Statuses in which edits are also recorded as history steps. */
  statusesWithEditHistory?: readonly Status[];
  /** Whether a request contains the target status (default) or the verb. */
  requestKey?: 'to' | 'verb';
  /**
   * Returns the reason why no user can make a transition of this document, or null. A `Refusal` means
   * that its state doesn't allow the transition; a `TransitionError` means that a field must be corrected first.
   */
  guard?(document: Document, verb: Verb): Refusal | TransitionError | null;
  /** Returns the fields that are missing for a transition; empty if none are. */
  check?(document: Document, verb: Verb): readonly TransitionError[];
  /** Errors specific to this document kind, replacing the default ones. */
  refusals?: Partial<LifecycleRefusals<Document, Verb>>;
}

type LifecycleRules<
  Document extends LifecycleDocument<Status>,
  Status extends string,
  Verb extends string,
  Party extends string,
> = LifecycleTable<Document, Status, Verb, Party> & LifecycleParties<Document, Party>;

/** Result of a requested transition. `transition` is null if the document already has the status. */
export type TransitionDecision<M extends { to: string }> =
  | { ok: true; transition: M | null }
  | {
      ok: false;
      code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'VALIDATION';
      refusal: Refusal;
      /** With VALIDATION: the errors by field. */
      fields?: FieldRefusals;
      /** The statuses to which this user can currently move the document. */
      allowed: M['to'][];
    };

/** One step of a document's history; `from` is null for its creation. */
export interface HistoryStep {
  from: string | null;
  to: string;
}

export interface Lifecycle<
  Document extends LifecycleDocument<Status>,
  Status extends string,
  Verb extends string,
  Party extends string,
> {
  statuses: readonly Status[];
  /** The field with the document's branch or kitchen; null for a kind with several. */
  location: string | null;
  transitions: readonly Transition<Status, Verb, Party>[];
  /** Transitions that move a document forward. */
  forwardTransitions: readonly Transition<Status, Verb, Party>[];
  /** Every step that a history may contain, including creation. */
  steps: readonly HistoryStep[];
  /**
   * Decides a requested transition. Checks, in this order: FORBIDDEN without any write flag,
   * ILLEGAL_TRANSITION if the status has no such transition, FORBIDDEN without its flag, ILLEGAL_TRANSITION
   * or VALIDATION from the guard, FORBIDDEN for a different party's transition, VALIDATION if data is
   * missing. Visibility is checked before, stock availability afterwards.
   */
  decideTransition(
    document: Document,
    actor: Actor,
    requested: string,
  ): TransitionDecision<Transition<Status, Verb, Party>>;
  /** Returns the parties that a user acts as for a document. */
  getParties(document: Document, actor: Actor): ReadonlySet<Party>;
  /** Returns the saved reason for the next transition; null if there is none. */
  getSavedReason(document: Document): string | null;
  /**
   * Returns the transitions available to this user by party, flag and state. A transition is included even if
   * its reason is missing.
   */
  listAvailableTransitions(document: Document, actor: Actor): Transition<Status, Verb, Party>[];
  /**
   * Returns the available transitions that move the document forward; if there are any, the document is
   * waiting for this user.
   */
  listPendingTransitions(document: Document, actor: Actor): Transition<Status, Verb, Party>[];
  /**
   * Returns whether a history is legal: created in an initial status, then only legal transitions. With `from`:
   * whether it is a legal continuation from that status.
   */
  isLegalPath(history: readonly HistoryStep[], from?: string | null): boolean;
}

/**
 * Default errors for any document. Their codes are part of the API, so `order-no-change` can't be renamed.
 */
const defaultRefusals: LifecycleRefusals<{ status: string }, string> = {
  readOnly: refusal('document-read-only'),
  noTransition: ({ status }, requested) =>
    refusal('document-transition-not-allowed', { status, next: requested }),
  noFlag: () => refusal('order-no-change'),
  notTheirs: () => refusal('document-not-yours'),
  noReason: () => refusal('document-reason'),
};

/** Builds the lifecycle of one kind of document from its table and rules. */
export function defineLifecycle<
  Document extends LifecycleDocument<Status>,
  Status extends string,
  Verb extends string,
  Party extends string = LocationParty,
>(rules: LifecycleRules<Document, Status, Verb, Party>): Lifecycle<Document, Status, Verb, Party> {
  type Row = Transition<Status, Verb, Party>;
  const { statuses, initialStatuses = statuses.slice(0, 1), requestKey = 'to' } = rules;
  const transitions = rules.transitions.map(
    (row): Row => ({ ...getDefaultParties<Party>(), reason: false, ...row }),
  );
  const refusals: LifecycleRefusals<Document, Verb> = { ...defaultRefusals, ...rules.refusals };
  const steps = [
    ...initialStatuses.map((to) => ({ from: null, to })),
    ...transitions.map(({ from, to }) => ({ from, to })),
    ...(rules.statusesWithEditHistory ?? []).map((status) => ({ from: status, to: status })),
  ];

  const isForward = ({ verb }: Row) => rules.forwardVerbs.includes(verb);

  const getParties = (document: Document, actor: Actor): ReadonlySet<Party> => {
    if ('getParties' in rules) return rules.getParties(document, actor);
    if (!canActAtLocation(actor, document[rules.location] as string)) return new Set();
    return new Set([locationParty as Party, ...(rules.getAdditionalParties?.(document, actor) ?? [])]);
  };
  const isPartyTo = (document: Document, actor: Actor, transition: Row): boolean => {
    const parties = getParties(document, actor);
    return transition.parties.some((party) => parties.has(party));
  };
  const guard = (document: Document, verb: Verb) => rules.guard?.(document, verb) ?? null;
  const getSavedReason = (document: Document) => document.transitionReason ?? null;

  function listAvailableTransitions(document: Document, actor: Actor): Row[] {
    const permittedTransitions = transitions.filter(
      (transition) =>
        transition.from === document.status &&
        hasAnyFlag(actor, transition) &&
        isPartyTo(document, actor, transition) &&
        guard(document, transition.verb) === null,
    );
    return permittedTransitions.filter(
      (transition, index) =>
        permittedTransitions.findIndex((other) => other[requestKey] === transition[requestKey]) === index,
    );
  }

  function decideTransition(document: Document, actor: Actor, requested: string): TransitionDecision<Row> {
    const listAllowedStatuses = () => [
      ...new Set(listAvailableTransitions(document, actor).map((transition) => transition.to)),
    ];
    const refuse = (code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN', refusal: Refusal): TransitionDecision<Row> => ({
      ok: false,
      code,
      refusal,
      allowed: listAllowedStatuses(),
    });
    const rejectWithErrors = (
      errors: readonly [TransitionError, ...TransitionError[]],
    ): TransitionDecision<Row> => ({
      ok: false,
      code: 'VALIDATION',
      refusal: errors[0].refusal,
      fields: Object.fromEntries(errors.map(({ field, refusal }) => [field, refusal])),
      allowed: listAllowedStatuses(),
    });

    if (!permissionFlags.some((flag) => flag !== 'canView' && hasFlag(actor, flag)))
      return refuse('FORBIDDEN', refusals.readOnly);
    if (requestKey === 'to' && requested === document.status) return { ok: true, transition: null };
    const legalTransitions = transitions.filter(
      (transition) => transition.from === document.status && transition[requestKey] === requested,
    );
    const [first] = legalTransitions;
    if (!first) return refuse('ILLEGAL_TRANSITION', refusals.noTransition(document, requested));
    const flaggedTransitions = legalTransitions.filter((transition) => hasAnyFlag(actor, transition));
    if (flaggedTransitions.length === 0) return refuse('FORBIDDEN', refusals.noFlag(first.verb));
    const guardResult = guard(document, first.verb);
    if (guardResult !== null)
      return 'field' in guardResult
        ? rejectWithErrors([guardResult])
        : refuse('ILLEGAL_TRANSITION', guardResult);
    const transition = flaggedTransitions.find((row) => isPartyTo(document, actor, row));
    if (!transition)
      return refuse('FORBIDDEN', refusals.notTheirs(flaggedTransitions[0]?.verb ?? first.verb));
    const lacksReason = transition.reason && (getSavedReason(document) ?? '').trim() === '';
    const [error, ...others] = [
      ...(lacksReason ? [{ field: 'transitionReason', refusal: refusals.noReason(transition.verb) }] : []),
      ...(rules.check?.(document, transition.verb) ?? []),
    ];
    return error ? rejectWithErrors([error, ...others]) : { ok: true, transition };
  }

  return {
    statuses,
    location: rules.location ?? null,
    transitions,
    forwardTransitions: transitions.filter(isForward),
    steps,
    decideTransition,
    getParties,
    getSavedReason,
    listAvailableTransitions,
    listPendingTransitions: (document, actor) => listAvailableTransitions(document, actor).filter(isForward),
    isLegalPath: (history, startStatus = null) =>
      history.every(
        ({ from, to }, index) =>
          from === (index === 0 ? startStatus : history[index - 1]?.to) &&
          steps.some((step) => step.from === from && step.to === to),
      ),
  };
}

function hasAnyFlag(actor: Actor, transition: { flags: readonly Flag[] }): boolean {
  return transition.flags.some((flag) => hasFlag(actor, flag));
}
