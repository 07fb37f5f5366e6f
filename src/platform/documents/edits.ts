import { type Actor, type Flag, permissionFlags, hasFlag } from '#core/permissions.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { defaultWho, type WhoOf } from './lifecycle.ts';
import { lineAddress } from './line-address.ts';

/**
 * One rule: who may edit which fields in which statuses. Fields without a rule for a status can't be edited
 * in it.
 */
export type EditRule<Status extends string, Part extends string> = WhoOf<Part> & {
  in: readonly Status[];
  flags: readonly Flag[];
  /** Header fields by wire name; none by default. */
  header?: readonly string[];
  /** Line fields, and `addLine` and `removeLine`; none by default. */
  lines?: readonly string[];
};

/** Request body of an edit: header fields, and lines by `lineId` (a line without one is new). */
export interface DocumentEdit {
  items?: readonly object[] | undefined;
  [field: string]: unknown;
}

export type EditDecision =
  | { ok: true }
  | {
      ok: false;
      /** ILLEGAL_TRANSITION (409): not possible in this status. */
      code: 'FORBIDDEN' | 'ILLEGAL_TRANSITION';
      why: Refusal;
      /** The fields that block the edit, by path in the body. */
      fields?: FieldRefusals;
    };

/** Who acts as which party for a document; a lifecycle is one. */
interface Parties<Document, Part extends string> {
  parts(document: Document, actor: Actor): ReadonlySet<Part>;
}

/** The edits of a kind of document, and its refusals if they differ from the general ones. */
interface EditRules<Status extends string, Part extends string> {
  rules: readonly EditRule<Status, Part>[];
  /** For fields that can't be edited in this status. */
  fixed(status: Status): Refusal;
  /** For users without any write flag. */
  readOnly?: Refusal;
  /** For fields that belong to another party. */
  others?(status: Status): Refusal;
  /** Returns the fields touched by an entry of `items`, if not just its keys. */
  lineFields?(line: object): string[];
}

/**
 * Defines the edits of a kind of document. The result decides an edit by the fields present in its body; the
 * contract validates the values. Checked in this order: FORBIDDEN without any write flag, ILLEGAL_TRANSITION
 * for fields not editable in this status, FORBIDDEN without the required flag, FORBIDDEN for fields that
 * belong to another party.
 */
export function defineEdits<Document extends { status: string }, Part extends string>(
  parties: Parties<Document, Part>,
  {
    rules,
    fixed,
    readOnly = refusal('document-read-only'),
    others: ofOthers = () => refusal('document-not-yours'),
    lineFields = fieldsOfLine,
  }: EditRules<Document['status'], Part>,
) {
  const rows = rules.map((rule) => ({ ...defaultWho<Part>(), header: [], lines: [], ...rule }));

  return (document: Document, actor: Actor, edit: DocumentEdit): EditDecision => {
    if (!permissionFlags.some((flag) => flag !== 'canView' && hasFlag(actor, flag)))
      return { ok: false, code: 'FORBIDDEN', why: readOnly };
    const status: Document['status'] = document.status;
    const parts = parties.parts(document, actor);
    const named = namedFields(edit, lineFields);
    const open = rows.filter((row) => row.in.includes(status));
    const flagged = open.filter((row) => row.flags.some((flag) => hasFlag(actor, flag)));
    const permitted = flagged.filter((row) => row.who.some((part) => parts.has(part)));
    const missing = (some: typeof rows) =>
      named.filter(
        ({ field, inLine }) => !some.some(({ lines, header }) => (inLine ? lines : header).includes(field)),
      );

    const closed = missing(open);
    if (closed.length > 0) {
      const why = fixed(status);
      return { ok: false, code: 'ILLEGAL_TRANSITION', why, fields: forEach(closed, why) };
    }
    if (missing(flagged).length > 0) return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
    const others = missing(permitted);
    if (others.length > 0) {
      const why = ofOthers(status);
      return { ok: false, code: 'FORBIDDEN', why, fields: forEach(others, why) };
    }
    return { ok: true };
  };
}

/** Which documents of a kind can be deleted and by whom, and its refusals if they differ. */
type DeleteRule<Status extends string, Part extends string> = WhoOf<Part> & {
  in: Status;
  /** For a document in another status. */
  fixed(status: Status): Refusal;
  /** For users without canDelete. */
  noFlag?: Refusal;
  /** For documents of another party. */
  others?: Refusal;
};

/** Defines which documents of a kind can be deleted: those in one status, with canDelete. */
export function defineDelete<Document extends { status: string }, Part extends string>(
  parties: Parties<Document, Part>,
  rule: DeleteRule<Document['status'], Part>,
) {
  const { who, noFlag, others } = {
    ...defaultWho<Part>(),
    noFlag: refusal('order-no-change'),
    others: refusal('document-not-yours'),
    ...rule,
  };
  return (document: Document, actor: Actor): EditDecision => {
    if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', why: noFlag };
    const status: Document['status'] = document.status;
    if (status !== rule.in) return { ok: false, code: 'ILLEGAL_TRANSITION', why: rule.fixed(status) };
    const parts = parties.parts(document, actor);
    return who.some((part) => parts.has(part)) ? { ok: true } : { ok: false, code: 'FORBIDDEN', why: others };
  };
}

/** Returns the keys of an object whose values are defined. */
export const definedKeys = (value: object): string[] =>
  Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key]) => key);

/** Returns what a line entry does: remove a line, change its fields, or add one with all its fields. */
function fieldsOfLine(line: object): string[] {
  const keys = definedKeys(line);
  if (keys.includes('remove')) return ['removeLine'];
  const changedKeys = keys.filter((key) => key !== 'lineId' && key !== 'itemId');
  return keys.includes('lineId') ? changedKeys : ['addLine', ...changedKeys];
}

interface NamedField {
  path: string;
  field: string;
  inLine: boolean;
}

/** Alternative field names accepted from clients. */
const aliases: Readonly<Record<string, string>> = { rejectReason: 'transitionReason' };

function namedFields(edit: DocumentEdit, lineFields: (line: object) => string[]): NamedField[] {
  const ofHead = definedKeys(edit)
    .filter((key) => key !== 'items')
    .map((key) => ({ path: key, field: aliases[key] ?? key, inLine: false }));
  const ofLines = (edit.items ?? []).flatMap((line, index) =>
    lineFields(line).map((field) => ({ path: `${lineAddress(line, index)}.${field}`, field, inLine: true })),
  );
  return [...ofHead, ...ofLines];
}

const forEach = (fields: readonly NamedField[], why: Refusal): FieldRefusals =>
  Object.fromEntries(fields.map((field) => [field.path, why]));
