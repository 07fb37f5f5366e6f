import { type Actor, type Flag, permissionFlags, hasFlag } from '#core/permissions.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { getDefaultParties, type PartiesRule } from './lifecycle.ts';
import { lineAddress } from './line-address.ts';

/**
 * One rule: who may edit which fields in which statuses. Fields that no rule lists for a status can't be
 * edited in that status.
 */
export type EditRule<Status extends string, Party extends string> = PartiesRule<Party> & {
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
      refusal: Refusal;
      /** The fields that block the edit, by path in the body. */
      fields?: FieldRefusals;
    };

/** Maps users to the parties of a document; a lifecycle is such a mapping. */
interface PartyMapping<Document, Party extends string> {
  getParties(document: Document, actor: Actor): ReadonlySet<Party>;
}

/** The edit rules of a document kind, and its errors where they differ from the default ones. */
interface EditRules<Status extends string, Party extends string> {
  rules: readonly EditRule<Status, Party>[];
  /** For fields that can't be edited in this status. */
  locked(status: Status): Refusal;
  /** For users without any write flag. */
  readOnly?: Refusal;
  /** For fields that belong to another party. */
  notTheirs?(status: Status): Refusal;
  /** Returns the fields edited by an entry of `items`; `listLineFields` by default. */
  getLineFields?(line: object): string[];
}

/**
 * Defines the edits of a document kind. The returned function checks an edit by the fields present in its
 * body; their values are validated by the input schema. Checks, in this order: FORBIDDEN without any write
 * flag, ILLEGAL_TRANSITION for fields not editable in this status, FORBIDDEN without the required flag,
 * FORBIDDEN for fields that belong to a different party.
 */
export function defineEdits<Document extends { status: string }, Party extends string>(
  mapping: PartyMapping<Document, Party>,
  {
    rules,
    locked,
    readOnly = refusal('document-read-only'),
    notTheirs = () => refusal('document-not-yours'),
    getLineFields = listLineFields,
  }: EditRules<Document['status'], Party>,
) {
  const allRules = rules.map((rule) => ({ ...getDefaultParties<Party>(), header: [], lines: [], ...rule }));

  return (document: Document, actor: Actor, edit: DocumentEdit): EditDecision => {
    if (!permissionFlags.some((flag) => flag !== 'canView' && hasFlag(actor, flag)))
      return { ok: false, code: 'FORBIDDEN', refusal: readOnly };
    const status: Document['status'] = document.status;
    const actorParties = mapping.getParties(document, actor);
    const edited = listEditedFields(edit, getLineFields);
    const editableRules = allRules.filter((rule) => rule.in.includes(status));
    const rulesWithFlag = editableRules.filter((rule) => rule.flags.some((flag) => hasFlag(actor, flag)));
    const permittedRules = rulesWithFlag.filter((rule) =>
      rule.parties.some((party) => actorParties.has(party)),
    );
    const findUncoveredFields = (candidates: typeof allRules) =>
      edited.filter(
        ({ field, isInLine }) =>
          !candidates.some(({ lines, header }) => (isInLine ? lines : header).includes(field)),
      );

    const lockedFields = findUncoveredFields(editableRules);
    if (lockedFields.length > 0) {
      const refusal = locked(status);
      return {
        ok: false,
        code: 'ILLEGAL_TRANSITION',
        refusal,
        fields: toFieldRefusals(lockedFields, refusal),
      };
    }
    if (findUncoveredFields(rulesWithFlag).length > 0)
      return { ok: false, code: 'FORBIDDEN', refusal: refusal('order-no-change') };
    const foreignFields = findUncoveredFields(permittedRules);
    if (foreignFields.length > 0) {
      const refusal = notTheirs(status);
      return { ok: false, code: 'FORBIDDEN', refusal, fields: toFieldRefusals(foreignFields, refusal) };
    }
    return { ok: true };
  };
}

/** The deletion rule of a document kind, and its errors where they differ from the default ones. */
type DeleteRule<Status extends string, Party extends string> = PartiesRule<Party> & {
  in: Status;
  /** For a document in any other status. */
  locked(status: Status): Refusal;
  /** For users without canDelete. */
  noFlag?: Refusal;
  /** For a document of a different party. */
  notTheirs?: Refusal;
};

/** Defines which documents of a kind can be deleted: those in one status, with canDelete. */
export function defineDelete<Document extends { status: string }, Party extends string>(
  mapping: PartyMapping<Document, Party>,
  rule: DeleteRule<Document['status'], Party>,
) {
  const { parties, noFlag, notTheirs } = {
    ...getDefaultParties<Party>(),
    noFlag: refusal('order-no-change'),
    notTheirs: refusal('document-not-yours'),
    ...rule,
  };
  return (document: Document, actor: Actor): EditDecision => {
    if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', refusal: noFlag };
    const status: Document['status'] = document.status;
    if (status !== rule.in) return { ok: false, code: 'ILLEGAL_TRANSITION', refusal: rule.locked(status) };
    const actorParties = mapping.getParties(document, actor);
    return parties.some((party) => actorParties.has(party))
      ? { ok: true }
      : { ok: false, code: 'FORBIDDEN', refusal: notTheirs };
  };
}

/** Returns the keys of an object whose values are defined. */
export const listDefinedKeys = (value: object): string[] =>
  Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key]) => key);

/**
 * Returns the edited fields of a line entry: `removeLine`, the changed fields, or `addLine` with its fields.
 */
function listLineFields(line: object): string[] {
  const keys = listDefinedKeys(line);
  if (keys.includes('remove')) return ['removeLine'];
  const changedKeys = keys.filter((key) => key !== 'lineId' && key !== 'itemId');
  return keys.includes('lineId') ? changedKeys : ['addLine', ...changedKeys];
}

interface EditedField {
  path: string;
  field: string;
  isInLine: boolean;
}

/** Alternative field names accepted from clients. */
const aliases: Readonly<Record<string, string>> = { rejectReason: 'transitionReason' };

function listEditedFields(edit: DocumentEdit, getLineFields: (line: object) => string[]): EditedField[] {
  const headerFields = listDefinedKeys(edit)
    .filter((key) => key !== 'items')
    .map((key) => ({ path: key, field: aliases[key] ?? key, isInLine: false }));
  const lineEntries = (edit.items ?? []).flatMap((line, index) =>
    getLineFields(line).map((field) => ({
      path: `${lineAddress(line, index)}.${field}`,
      field,
      isInLine: true,
    })),
  );
  return [...headerFields, ...lineEntries];
}

const toFieldRefusals = (fields: readonly EditedField[], refusal: Refusal): FieldRefusals =>
  Object.fromEntries(fields.map((field) => [field.path, refusal]));
