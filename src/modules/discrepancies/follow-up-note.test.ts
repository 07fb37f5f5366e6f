import { expect, it } from 'vitest';
import { discrepancyTypes } from './discrepancy-rules.ts';
import { buildFollowUpNote, readFollowUpNote } from './follow-up-note.ts';

it.each(discrepancyTypes)('parses the note of a follow-up for %s', (type) => {
  expect(readFollowUpNote(buildFollowUpNote(type, 'ORD-2026-000007'))).toEqual({
    type,
    number: 'ORD-2026-000007',
  });
});

it('parses the note of an earlier version', () => {
  expect(readFollowUpNote('Sends again what was wrong item on ORD-1.')).toEqual({
    type: 'wrong_item',
    number: 'ORD-1',
  });
});

it.each([
  'By the back door',
  'Sends again what was late on ORD-1.',
  'Resends items reported as late on ORD-1.',
  'Resends items reported as short on ORD-1. Call first.',
])("doesn't parse the user-entered note %s", (note) => {
  expect(readFollowUpNote(note)).toBeNull();
});
