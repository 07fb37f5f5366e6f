import { expect, test } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { testActor } from '#core/testing/actors.ts';
import { defineDelete, defineEdits, type DocumentEdit, type EditDecision } from './edits.ts';
import { defineLifecycle, type LocationPart } from './lifecycle.ts';

type Status = 'Draft' | 'Posted';
interface Note {
  status: Status;
  branch: string;
}

/** Notes of a branch; a user called Wren is also an approver. */
const lifecycle = defineLifecycle<Note, Status, 'post' | 'reopen', LocationPart | 'approver'>({
  statuses: ['Draft', 'Posted'],
  location: 'branch',
  furtherParts: (_, { name }) => (name === 'Wren' ? ['approver'] : []),
  moves: [
    { verb: 'post', from: 'Draft', to: 'Posted', who: ['approver'], flags: ['canEdit'] },
    { verb: 'reopen', from: 'Posted', to: 'Draft', flags: ['canEdit'] },
  ],
  onward: ['post'],
});
const decideEdit = defineEdits(lifecycle, {
  rules: [
    { in: ['Draft'], flags: ['canCreate', 'canEdit'], header: ['text'], lines: ['qty'] },
    { in: ['Draft'], who: ['approver'], flags: ['canEdit'], header: ['limit'] },
  ],
  fixed: () => refusal('purchase-fixed', { status: 'Posted' }),
});
const decideDelete = defineDelete(lifecycle, {
  in: 'Draft',
  fixed: () => refusal('purchase-drafts-only', { status: 'Posted' }),
});

const here = testActor({ flags: 'CEDV', branches: ['b1'] });
const wren = { ...here, name: 'Wren' };
const elsewhere = { ...wren, branches: ['b2'] };
const note = (status: Status): Note => ({ status, branch: 'b1' });
const outcome = (decision: EditDecision) => (decision.ok ? 'ok' : decision.why.reason);

test.each<[who: string, actor: Actor, parts: string[], verbs: string[]]>([
  ['of its location', here, ['place'], ['reopen']],
  ['with a further part there', wren, ['place', 'approver'], ['post', 'reopen']],
  ['of another location', elsewhere, [], []],
  ['of all locations', testActor({ flags: 'CEDV' }), ['place'], ['reopen']],
])('a document with a location: a user %s acts as its parties', (_, actor, parts, verbs) => {
  expect([...lifecycle.parts(note('Draft'), actor)]).toEqual(parts);
  const offered = (['Draft', 'Posted'] as const).flatMap((status) =>
    lifecycle.availableTransitions(note(status), actor).map(({ verb }) => verb),
  );
  expect(offered).toEqual(verbs);
});

test.each<[what: string, actor: Actor, status: Status, edit: DocumentEdit, expected: string]>([
  ['a field', here, 'Draft', { text: 'x' }, 'ok'],
  ['a line', here, 'Draft', { items: [{ lineId: 'l1', qty: 1 }] }, 'ok'],
  ['a field of another party', here, 'Draft', { limit: 1 }, 'document-not-yours'],
  ['a field of theirs', wren, 'Draft', { limit: 1, text: 'x' }, 'ok'],
  ['a field elsewhere', elsewhere, 'Draft', { text: 'x' }, 'document-not-yours'],
  ['a posted document', here, 'Posted', { text: 'x' }, 'purchase-fixed'],
  ['a field without a rule', here, 'Draft', { branch: 'b2' }, 'purchase-fixed'],
  [
    'without the flag',
    testActor({ flags: 'DV', branches: ['b1'] }),
    'Draft',
    { text: 'x' },
    'order-no-change',
  ],
  ['read-only', testActor({ flags: 'V', branches: ['b1'] }), 'Draft', { text: 'x' }, 'document-read-only'],
])('an edit of %s', (_, actor, status, edit, expected) => {
  expect(outcome(decideEdit(note(status), actor, edit))).toBe(expected);
});

test.each<[what: string, actor: Actor, status: Status, expected: string]>([
  ['a draft', here, 'Draft', 'ok'],
  ['a posted document', here, 'Posted', 'purchase-drafts-only'],
  ['a draft of another location', elsewhere, 'Draft', 'document-not-yours'],
  ['a draft without canDelete', testActor({ flags: 'CEV', branches: ['b1'] }), 'Draft', 'order-no-change'],
])('deleting %s', (_, actor, status, expected) => {
  expect(outcome(decideDelete(note(status), actor))).toBe(expected);
});
