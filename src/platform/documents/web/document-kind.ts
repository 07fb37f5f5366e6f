import type { Actor } from '#core/permissions.ts';
import type { ReasonUse } from '#core/reasons/uses.ts';
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
  /** Returns the transitions available to the user by the lifecycle; the server has the last word. */
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
