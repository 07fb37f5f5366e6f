import { type Actor, type Flag, permissionFlags, hasFlag } from '../permissions.ts';
import { type FieldRefusals, type Refusal, refusal } from '../refusals/refusal.ts';

/** One legal move of a document: a row of its lifecycle table. */
export interface Transition<Status extends string, Verb extends string, Part extends string> {
  verb: Verb;
  from: Status;
  to: Status;
  /** Any of these parts makes the move. */
  who: readonly Part[];
  /** Any one of these flags is enough. */
  flags: readonly Flag[];
  /** The move asks for a reason, saved before. */
  reason: boolean;
  /** It undoes what the document did: refused as long as a document that settles this one stands. */
  undoes?: true;
}

/** Statuses in which a document means nothing any more. */
const voidStatuses: ReadonlySet<string> = new Set(['Cancelled', 'Rejected', 'Reversed']);

/** Whether a document with this status was called off or taken back. */
export const isVoid = (status: string): boolean => voidStatuses.has(status);

/** One thing that keeps a move from being made, by the field that mends it. */
export interface TransitionFault {
  field: string;
  why: Refusal;
}

/** What refusals say. `verb` stands where a sentence names what somebody wanted to do. */
export interface LifecycleRefusals<Document, Verb extends string> {
  /** To who holds no flag that writes. */
  readOnly: Refusal;
  /** Where the state has no such move; `wish` is what was asked for. */
  noMove(document: Document, wish: string): Refusal;
  noFlag(verb: Verb): Refusal;
  notTheirs(verb: Verb): Refusal;
  noReason(verb: Verb): Refusal;
}

/** A kind of document by what can become of it, for whom and when. */
interface LifecycleRules<
  Document extends { status: Status },
  Status extends string,
  Verb extends string,
  Part extends string,
> {
  /** Every status, in the order of a document's life. */
  statuses: readonly Status[];
  /** The statuses in which one is made. */
  starts: readonly Status[];
  /** Every legal move, who makes it and with which flag. What is not here is refused. */
  moves: readonly Transition<Status, Verb, Part>[];
  /** The moves that bring a document a step further: whoever can make one is waited for. */
  onward: readonly Verb[];
  /** The statuses in which a change of what it says is a step of its history, too, which stays where it is. */
  edited?: readonly Status[];
  /** What a call names to ask for a move: the status it leads to, or its verb. */
  asksFor: 'to' | 'verb';
  /** The parts that somebody plays for a document. Flags are asked for by the moves, not here. */
  parts(document: Document, actor: Actor): ReadonlySet<Part>;
  /**
   * Why a move does not come into question for this document whoever makes it, or null. A sentence: its state rules
   * the move out. A fault: what is asked for does not fit it.
   */
  guard?(document: Document, verb: Verb): Refusal | TransitionFault | null;
  /** What the document still lacks before a move can be made, empty when nothing. */
  check?(document: Document, verb: Verb): readonly TransitionFault[];
  /** The reason that is saved for the next move. */
  reason?(document: Document): string | null;
  /** What its refusals say, where it is more than what every document says. */
  words?: LifecycleRefusals<Document, Verb>;
}

/** The answer to a wish to move. `move` null: it has that status already, nothing is to be done. */
export type TransitionDecision<M extends { to: string }> =
  | { ok: true; move: M | null }
  | {
      ok: false;
      code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN' | 'VALIDATION';
      why: Refusal;
      /** With VALIDATION: what is wrong, by field. */
      fields?: FieldRefusals;
      /** The statuses that this person could bring the document to now. */
      allowed: M['to'][];
    };

/** One step of a document's life as its history keeps it; `from` null is its making. */
export interface HistoryStep {
  from: string | null;
  to: string;
}

export interface Lifecycle<
  Document extends { status: Status },
  Status extends string,
  Verb extends string,
  Part extends string,
> {
  statuses: readonly Status[];
  moves: readonly Transition<Status, Verb, Part>[];
  /** The moves that bring a document a step further. */
  onward: readonly Transition<Status, Verb, Part>[];
  /** Every step that a history may hold, the making of a document among them. */
  steps: readonly HistoryStep[];
  /**
   * Decides a wish to move. In this order: FORBIDDEN without any flag that writes, ILLEGAL_TRANSITION where the state
   * has no such move, FORBIDDEN without its flag, ILLEGAL_TRANSITION or VALIDATION where the guard speaks against it,
   * FORBIDDEN when it is not this person's, VALIDATION when what is saved does not suffice.
   * Whether the person may see the document at all is asked before; whether stock is there, after.
   */
  decideTransition(
    document: Document,
    actor: Actor,
    wish: string,
  ): TransitionDecision<Transition<Status, Verb, Part>>;
  /** The reason that is saved for the next move, null without one. */
  reason(document: Document): string | null;
  /** The moves to offer this person now: theirs by part and flag, possible in this state. Missing reasons do not hide one. */
  availableTransitions(document: Document, actor: Actor): Transition<Status, Verb, Part>[];
  /** The offered moves that bring the document a step further: while there is one, the document waits for this person. */
  pendingTransitions(document: Document, actor: Actor): Transition<Status, Verb, Part>[];
  /**
   * Whether a document can have lived like this: made in a status it begins in, and moved by legal moves alone. With
   * `from`: whether it can have gone on like this from that status.
   */
  isLegalPath(history: readonly HistoryStep[], from?: string | null): boolean;
}

/** What any document says. */
const plainWords: LifecycleRefusals<{ status: string }, string> = {
  readOnly: refusal('document-read-only'),
  noMove: ({ status }, wish) => refusal('document-no-move', { status, next: wish }),
  noFlag: () => refusal('order-no-change'),
  notTheirs: () => refusal('document-not-yours'),
  noReason: () => refusal('document-reason'),
};

/** Makes the lifecycle of one kind of document from its table and rules. */
export function defineLifecycle<
  Document extends { status: Status },
  Status extends string,
  Verb extends string,
  Part extends string,
>(rules: LifecycleRules<Document, Status, Verb, Part>): Lifecycle<Document, Status, Verb, Part> {
  type Row = Transition<Status, Verb, Part>;
  const { moves, asksFor } = rules;
  const words: LifecycleRefusals<Document, Verb> = rules.words ?? plainWords;
  const steps = [
    ...rules.starts.map((to) => ({ from: null, to })),
    ...moves.map(({ from, to }) => ({ from, to })),
    ...(rules.edited ?? []).map((status) => ({ from: status, to: status })),
  ];

  const isOnward = ({ verb }: Row) => rules.onward.includes(verb);

  const isTheirs = (document: Document, actor: Actor, move: Row): boolean => {
    const parts = rules.parts(document, actor);
    return move.who.some((part) => parts.has(part));
  };
  const guard = (document: Document, verb: Verb) => rules.guard?.(document, verb) ?? null;

  function offeredMoves(document: Document, actor: Actor): Row[] {
    const theirs = moves.filter(
      (move) =>
        move.from === document.status &&
        holdsFlag(actor, move) &&
        isTheirs(document, actor, move) &&
        guard(document, move.verb) === null,
    );
    return theirs.filter((move, at) => theirs.findIndex((other) => other[asksFor] === move[asksFor]) === at);
  }

  function decideMove(document: Document, actor: Actor, wish: string): TransitionDecision<Row> {
    const allowed = () => [...new Set(offeredMoves(document, actor).map((move) => move.to))];
    const refuse = (code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN', why: Refusal): TransitionDecision<Row> => ({
      ok: false,
      code,
      why,
      allowed: allowed(),
    });
    const ask = (faults: readonly [TransitionFault, ...TransitionFault[]]): TransitionDecision<Row> => ({
      ok: false,
      code: 'VALIDATION',
      why: faults[0].why,
      fields: Object.fromEntries(faults.map(({ field, why }) => [field, why])),
      allowed: allowed(),
    });

    if (!permissionFlags.some((flag) => flag !== 'canView' && hasFlag(actor, flag)))
      return refuse('FORBIDDEN', words.readOnly);
    if (asksFor === 'to' && wish === document.status) return { ok: true, move: null };
    const legal = moves.filter((move) => move.from === document.status && move[asksFor] === wish);
    const [first] = legal;
    if (!first) return refuse('ILLEGAL_TRANSITION', words.noMove(document, wish));
    const flagged = legal.filter((move) => holdsFlag(actor, move));
    if (flagged.length === 0) return refuse('FORBIDDEN', words.noFlag(first.verb));
    const objection = guard(document, first.verb);
    if (objection !== null)
      return 'field' in objection ? ask([objection]) : refuse('ILLEGAL_TRANSITION', objection);
    const move = flagged.find((row) => isTheirs(document, actor, row));
    if (!move) return refuse('FORBIDDEN', words.notTheirs(flagged[0]?.verb ?? first.verb));
    const lacksReason = move.reason && (rules.reason?.(document) ?? '').trim() === '';
    const [fault, ...others] = [
      ...(lacksReason ? [{ field: 'transitionReason', why: words.noReason(move.verb) }] : []),
      ...(rules.check?.(document, move.verb) ?? []),
    ];
    return fault ? ask([fault, ...others]) : { ok: true, move };
  }

  return {
    statuses: rules.statuses,
    moves,
    onward: moves.filter(isOnward),
    steps,
    decideTransition: decideMove,
    reason: (document) => rules.reason?.(document) ?? null,
    availableTransitions: offeredMoves,
    pendingTransitions: (document, actor) => offeredMoves(document, actor).filter(isOnward),
    isLegalPath: (history, begin = null) =>
      history.every(
        ({ from, to }, at) =>
          from === (at === 0 ? begin : history[at - 1]?.to) &&
          steps.some((step) => step.from === from && step.to === to),
      ),
  };
}

function holdsFlag(actor: Actor, move: { flags: readonly Flag[] }): boolean {
  return move.flags.some((flag) => hasFlag(actor, flag));
}
