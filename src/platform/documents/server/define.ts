import type { RawBuilder } from 'kysely';
import type { ListSpec } from '../document-list.ts';
import { isComputed, getReferencedCollection, type Shape } from '#platform/shapes/shape.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { DocumentType } from '../types.ts';
import type { Actor, Audience, Collection, Flag } from '#core/permissions.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import type { ScopeColumns } from '#platform/server/db/scope.ts';
import type { Database } from '#platform/server/db/tables.ts';

/** Columns of every document's header row. */
export interface DocumentHeader {
  _id: string;
  version: number;
  status: string;
}

/** Database definition of a document kind's list. */
export interface DocumentListDefinition {
  /** Its filters, days and sort fields, all of which are columns of the kind's own table. */
  spec: ListSpec;
  /** Left-joined tables, each with this table's column that references it (1:1). */
  joins: readonly (readonly [table: keyof Database, column: string])[];
  /** Columns selected from the joined tables, by alias. */
  names: Readonly<Record<string, string>>;
  /** Expressions of columns that aren't stored, by alias. */
  computedColumns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns searched by `q`: numbers (stored in upper case) and folded text. */
  search: { numbers: readonly string[]; words: readonly string[] };
}

/** Global search definition of a document kind. */
export interface DocumentSearchColumns {
  /** Columns with document numbers, the document's own number first. */
  numbers: readonly string[];
  /** Columns with free text and with the names of suppliers, locations or items. */
  words: readonly string[];
  /** Column with the document's date; of a timestamp, only the date is used. */
  day: string;
}

/**
 * A column with which documents of one kind reference and update a document (or a line) of a different kind,
 * that is, settle it. The engine locks the referenced document before lines are read, rejects its reversal or
 * deletion while a settling document is active, and `reconcile` finds dangling references.
 */
export interface DocumentReference {
  /** Table of the header, of the lines, or a different table of the referencing document. */
  table: keyof Database;
  /** Column of that table with the id of the referencing document. */
  document: string;
  /** Column with the referenced id. */
  column: string;
  to: DocumentType;
  /** Whether the column references a document (`header`) or one of its lines. */
  by: 'header' | 'line';
  /** Restricts the reference to rows with this value. */
  where?: readonly [column: string, value: string];
  /** Kinds that reference the same lines and are updated together with this document. */
  alsoLocks?: readonly DocumentType[];
  /** Set if the referenced document tracks settlement per line, so that its own rules reject a reversal. */
  isCounted?: true;
  /**
   * Returns the error if the referenced document can't be reversed, with the number of the settling document;
   * a generic error by default.
   */
  createRefusal?(number: string): Refusal;
}

/**
 * Definition of a document kind that the generic document code works from. `AudienceRow` has the columns that
 * determine the audience.
 */
export interface DocumentDefinition<Row, AudienceRow = Row> {
  /** Type name in the ledger. */
  type: DocumentType;
  /** Name in the API, in the audit log and in events; the path is a slash followed by this name. */
  collection: Collection;
  table: keyof Database;
  /** Column with the document number shown to users. */
  number: string;
  /** Prefix of the number series; null if the document uses another document's number. */
  series: string | null;
  lifecycle: Lifecycle<never, string, string, string>;
  /** Columns that restrict lists to rows the actor may see. */
  scope: ScopeColumns;
  /**
   * Locations that may see a row and are notified of changes; the same rule as `scope`, for a row in memory.
   */
  audience(row: AudienceRow): Audience;
  /** Fields of the JSON representation, with their columns. */
  fields: Shape;
  /** Line table, its foreign key to the document, and its fields; the primary key is `lineId`. */
  lines?: { table: keyof Database; document: string; fields: Shape };
  /** History table and its foreign key, if it isn't the shared one. */
  history?: { table: 'orderHistory'; document: 'orderId' };
  /** List definition; omitted for kinds with their own list. */
  list?: DocumentListDefinition;
  searchColumns: DocumentSearchColumns;
  /** Columns, besides status and location, that determine who may change the status. */
  lifecycleInput?: {
    columns: readonly string[];
    /** Maps such a row to the lifecycle's input if the two differ. */
    toLifecycleInput?(row: Readonly<Record<string, string | null>>): object;
  };
  /** Columns of the document and its lines whose references prevent deletion of the referenced row. */
  refersTo: readonly (readonly [to: Collection, table: keyof Database, column: string])[];
  /** Columns of the document, its lines and its history with reason codes. */
  reasons?: readonly (readonly [table: keyof Database, column: string])[];
  /**
   * References to documents, including those of the same kind, that this kind's transitions and edits update.
   */
  settles?: readonly DocumentReference[];
  /**
   * Rules for attaching photos; by default, anyone who may edit the document can attach them, as long as it
   * has possible transitions.
   */
  photos?: {
    /** Permission flag checked before the document's own rule. */
    flag: Flag | 'anyWrite';
    /** Whether photos can be attached now. */
    acceptsPhotos(row: Row, now: Date): boolean;
    /** Whether this user may attach photos now and remove their own. */
    canAttach(row: Row, actor: Actor, now: Date): boolean;
  };
}

/** A document kind with its row type erased, for code that handles every kind. */
export type AnyDocument = DocumentDefinition<DocumentHeader, object>;

type Reference = DocumentDefinition<never>['refersTo'][number];

/**
 * Input of `defineDocument`: `scope` and `audience` are derived from the location, if the kind has one.
 * `refersTo` adds references that the fields don't declare.
 */
type DocumentInput<Row, AudienceRow> = Omit<
  DocumentDefinition<Row, AudienceRow>,
  'scope' | 'audience' | 'refersTo'
> & {
  refersTo?: readonly Reference[];
} & (Pick<DocumentDefinition<Row, AudienceRow>, 'scope' | 'audience'> | { scope?: never; audience?: never });

/** Returns the columns of a table whose field definition specifies a referenced collection. */
const listReferences = ({
  table,
  fields,
}: Pick<DocumentDefinition<never>, 'table' | 'fields'>): Reference[] =>
  Object.entries(fields).flatMap(([name, spec]) => {
    const to = getReferencedCollection(spec);
    return to === null || isComputed(spec) ? [] : [[to, table, name] as const];
  });

/** Defines a document kind; its type depends on the header columns used by its rules. */
export function defineDocument<
  AudienceRow extends object,
  Row extends DocumentHeader & AudienceRow = DocumentHeader & AudienceRow,
>(input: DocumentInput<Row, AudienceRow>): DocumentDefinition<Row, AudienceRow> {
  const { table, lifecycle, lines } = input;
  const refersTo = [
    ...listReferences(input),
    ...(lines ? listReferences(lines) : []),
    ...(input.refersTo ?? []),
  ];
  if (input.scope) return { ...input, refersTo };
  const { location } = lifecycle;
  if (location === null) throw new Error(`${table} has no location: define scope and audience`);
  return {
    ...input,
    refersTo,
    scope: { branch: `${table}.${location}` },
    audience(row) {
      const place = (row as Readonly<Record<string, string>>)[location] ?? '';
      return { branches: [place], kitchens: [place] };
    },
  };
}
