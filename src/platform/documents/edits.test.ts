import { expect, test } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { buildTestActor } from '#core/testing/actors.ts';
import { defineDelete, defineEdits, type DocumentEdit, type EditDecision } from './edits.ts';
import { defineLifecycle, type LocationParty } from './lifecycle.ts';

type Status = 'Draft' | 'Posted';
interface Note {
  status: Status;
  branch: string;
}

/** Notes of a branch; the user named Wren is also an approver. */
const lifecycle = defineLifecycle<Note, Status, 'post' | 'reopen', LocationParty | 'approver'>({
  statuses: ['Draft', 'Posted'],
  location: 'branch',
  getAdditionalParties: (_, { name }) => (name === 'Wren' ? ['approver'] : []),
  transitions: [
    { verb: 'post', from: 'Draft', to: 'Posted', parties: ['approver'], flags: ['canEdit'] },
    { verb: 'reopen', from: 'Posted', to: 'Draft', flags: ['canEdit'] },
  ],
  forwardVerbs: ['post'],
});
const decideEdit = defineEdits(lifecycle, {
  rules: [
    { in: ['Draft'], flags: ['canCreate', 'canEdit'], header: ['text'], lines: ['qty'] },
    { in: ['Draft'], parties: ['approver'], flags: ['canEdit'], header: ['limit'] },
  ],
  locked: () => refusal('purchase-locked', { status: 'Posted' }),
});
const decideDelete = defineDelete(lifecycle, {
  in: 'Draft',
  locked: () => refusal('purchase-drafts-only', { status: 'Posted' }),
});

const branchUser = buildTestActor({ flags: 'CEDV', branches: ['b1'] });
const approver = { ...branchUser, name: 'Wren' };
const otherBranchUser = { ...approver, branches: ['b2'] };
const buildNote = (status: Status): Note => ({ status, branch: 'b1' });
const getOutcome = (decision: EditDecision) => (decision.ok ? 'ok' : decision.refusal.reason);

test.each<[title: string, actor: Actor, parties: string[], verbs: string[]]>([
  ['of its location', branchUser, ['place'], ['reopen']],
  ['who is also an approver there', approver, ['place', 'approver'], ['post', 'reopen']],
  ['of another location', otherBranchUser, [], []],
  ['of all locations', buildTestActor({ flags: 'CEDV' }), ['place'], ['reopen']],
])('returns parties and transitions for a user %s', (_, actor, parties, verbs) => {
  expect([...lifecycle.getParties(buildNote('Draft'), actor)]).toEqual(parties);
  const availableVerbs = (['Draft', 'Posted'] as const).flatMap((status) =>
    lifecycle.listAvailableTransitions(buildNote(status), actor).map(({ verb }) => verb),
  );
  expect(availableVerbs).toEqual(verbs);
});

test.each<[title: string, actor: Actor, status: Status, edit: DocumentEdit, expected: string]>([
  ['a field', branchUser, 'Draft', { text: 'x' }, 'ok'],
  ['a line', branchUser, 'Draft', { items: [{ lineId: 'l1', qty: 1 }] }, 'ok'],
  ['a field of another party', branchUser, 'Draft', { limit: 1 }, 'document-not-yours'],
  ['a field of their own party', approver, 'Draft', { limit: 1, text: 'x' }, 'ok'],
  ['a document of another location', otherBranchUser, 'Draft', { text: 'x' }, 'document-not-yours'],
  ['a posted document', branchUser, 'Posted', { text: 'x' }, 'purchase-locked'],
  ['a field without a rule', branchUser, 'Draft', { branch: 'b2' }, 'purchase-locked'],
  [
    'a document without the flag',
    buildTestActor({ flags: 'DV', branches: ['b1'] }),
    'Draft',
    { text: 'x' },
    'order-no-change',
  ],
  [
    'a document with read-only access',
    buildTestActor({ flags: 'V', branches: ['b1'] }),
    'Draft',
    { text: 'x' },
    'document-read-only',
  ],
])('checks an edit of %s', (_, actor, status, edit, expected) => {
  expect(getOutcome(decideEdit(buildNote(status), actor, edit))).toBe(expected);
});

test.each<[title: string, actor: Actor, status: Status, expected: string]>([
  ['a draft', branchUser, 'Draft', 'ok'],
  ['a posted document', branchUser, 'Posted', 'purchase-drafts-only'],
  ['a draft of another location', otherBranchUser, 'Draft', 'document-not-yours'],
  [
    'a draft without canDelete',
    buildTestActor({ flags: 'CEV', branches: ['b1'] }),
    'Draft',
    'order-no-change',
  ],
])('checks deletion of %s', (_, actor, status, expected) => {
  expect(getOutcome(decideDelete(buildNote(status), actor))).toBe(expected);
});
