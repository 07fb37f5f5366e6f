import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { DocumentFields } from '#contract/document-fields.ts';
import type { Lifecycle } from '#domain/documents/lifecycle.ts';
import type { DocumentType } from '#domain/documents/types.ts';
import type { Actor, Audience, Collection, Flag } from '#domain/permissions.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import type { ScopeColumns } from '../db/scope.ts';
import type { Database } from '../db/tables.ts';

/** What every document's own row has. */
export interface DocumentRow {
  _id: string;
  version: number;
  status: string;
}

/** What a list of documents reads, and what it can be asked for. */
export interface DocumentList {
  /** Tables whose rows are read beside its own, and the own columns that name those. */
  joins: readonly (readonly [table: keyof Database, column: string])[];
  /** The columns that are read there, by the names that they get. */
  names: Readonly<Record<string, string>>;
  /** What is worked out with every reading, by the names that it gets: nobody keeps it. */
  figures?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Own columns that the query may name a value for. */
  filters: readonly string[];
  /** The own column with the day that `from` and `to` bound, both inclusive. */
  day?: string;
  /** The columns that `q` is looked for in: numbers in capitals, and words that are kept folded. */
  search: { numbers: readonly string[]; words: readonly string[] };
  /** What the query may sort by, and the own column. */
  sort: Readonly<Record<string, string>>;
}

/** How documents are found by what somebody typed. */
export interface DocumentFinding {
  /** The numbers that one goes by, its own first. */
  numbers: readonly string[];
  /** What people wrote on it, and the names of what it is about. */
  words: readonly string[];
  /** The day it is for; of a moment its day. */
  day: string;
}

/**
 * A column by which documents of one kind name a document of another kind (or a line of one) and write into it: what they
 * settle. The engine locks what is named before the lines of the document are read, refuses to undo or delete it as long as
 * what settles it stands, and `reconcile` finds what names nothing.
 */
export interface DocumentReference {
  /** The table of the document itself, of its lines, or another one of its rows. */
  table: keyof Database;
  /** The column of that table with the id of the document that names. */
  document: string;
  /** The column with what is named. */
  column: string;
  to: DocumentType;
  /** Whether the column holds the id of the document, or of one of its lines. */
  by: 'head' | 'line';
  /** Only rows with this value in this column name that kind. */
  where?: readonly [column: string, value: string];
  /** Kinds whose documents name the same lines, and into which this one writes for that reason. */
  alsoLocks?: readonly DocumentType[];
  /** The document that is named counts by itself what settles it, line by line, and its own rules refuse its end. */
  isCounted?: true;
  /** Why a document that is named cannot be undone, by the number of what settles it; left out: in words for any kind. */
  refusalFor?(number: string): Refusal;
}

/** One kind of document, by what the server does with all of them alike; `Whose` is what says whose a row is. */
export interface DocumentDefinition<Row, Whose = Row> {
  /** As the ledger names it. */
  type: DocumentType;
  /** Its name on the wire, in the audit and in events; its path is this after a slash. */
  collection: Collection;
  table: keyof Database;
  /** The column with the number that people know it by. */
  number: string;
  /** What its own numbers begin with; null where it goes by the number of another document. */
  series: string | null;
  lifecycle: Lifecycle<never, string, string, string>;
  /** The columns by which lists keep to an actor's rows. */
  scope: ScopeColumns;
  /** Whose one row is: the same as `scope` for what is at hand, and who is told of a change. */
  audience(row: Whose): Audience;
  /** What travels of one, the columns that keep it, and the schema that says so to clients. */
  fields: DocumentFields;
  wire: z.ZodObject;
  /** The table of its lines, their column that names the document, and what travels of one; `lineId` is their key. */
  lines?: { table: keyof Database; document: string; fields: DocumentFields; wire: z.ZodObject };
  /** The table of the steps of its life and the column that names the document, where it is not the one of all kinds. */
  history?: { table: 'orderHistory'; document: 'orderId' };
  /** What its lists read, filter by, look in and sort by; left out where it has a list of its own. */
  list?: DocumentList;
  /** How people find one from anywhere, by own columns. */
  find: DocumentFinding;
  /** What decides who can move one, besides its status and branch. */
  lifecycleInput?: {
    columns: readonly string[];
    /** A row of those as the lifecycle sees it, where that is another thing than the row. */
    toLifecycleInput?(row: Readonly<Record<string, string | null>>): object;
  };
  /** The columns, its lines' among them, that keep rows of other collections from being deleted. */
  refersTo: readonly (readonly [to: Collection, table: keyof Database, column: string])[];
  /** The columns, its lines' and its history's among them, that hold codes of reasons. */
  reasons?: readonly (readonly [table: keyof Database, column: string])[];
  /** The documents of other kinds, and others of its own, into which its moves and edits write. */
  settles?: readonly DocumentReference[];
  /** When photos are attached to it, and by whom; left out: as long as its life goes on, by whoever may change it. */
  photos?: {
    /** What a change of its photos asks for before the document's own rule does. */
    flag: Flag | 'anyWrite';
    /** Whether it takes photos at all now. */
    takes(row: Row, now: Date): boolean;
    /** Whether this person may attach photos to it now, and take the own ones away. */
    may(row: Row, actor: Actor, now: Date): boolean;
  };
}

/** A kind of document whose rows nobody looks into but its own rules. */
export type AnyDocument = DocumentDefinition<DocumentRow, object>;

/** Describes a kind of document by what its rules read of its own row. */
export function defineDocument<Whose, Row extends DocumentRow & Whose>(
  definition: DocumentDefinition<Row, Whose>,
): DocumentDefinition<Row, Whose> {
  return definition;
}
