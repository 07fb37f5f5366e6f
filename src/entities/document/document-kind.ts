import type { Actor } from '#domain/permissions.ts';
import type { ReasonUse } from '#domain/reasons/uses.ts';
import type { Catalogue } from '#src/lib/i18n/messages.ts';

/** A move as it is offered: a row of the lifecycle, or what a server has said of one. */
export interface OfferedTransition {
  verb: string;
  to: string;
  /** The move asks why. */
  reason: boolean;
}

/** What the moves of a kind of document are called, by their verbs, and what is said before those that people are asked about. */
interface MoveWords {
  verbs: Readonly<Record<string, string>>;
  confirm: Readonly<Record<string, string>>;
}

/** A kind of document by what people can do with one, whatever its moves are and however they are sent. */
export interface DocumentKind<D, M extends OfferedTransition> {
  /** The document by its key in the outbox. */
  keyOf(document: D): string;
  /** What people know it by. */
  numberOf(document: D): string;
  /** The moves that this person may make now, by its lifecycle; the server decides. */
  movesFor(document: D, actor: Actor): M[];
  /** The moves that people come for: their buttons stand out. */
  primary: ReadonlySet<M['verb']>;
  /** Moves that cannot be undone by the same person are asked about first, with or without a reason. */
  asked: ReadonlySet<M['verb']>;
  /** The verbs that take something away, and are drawn as such. */
  destructive: ReadonlySet<M['verb']>;
  /** Which reasons are offered for a move, where those for moves of orders do not fit. */
  reasonUses?: Readonly<Partial<Record<M['verb'], ReasonUse>>>;
  words: Catalogue<MoveWords>;
}
