import { expect, it } from 'vitest';
import { discrepancyTypes } from '../stock/discrepancies.ts';
import { followUpNote, readFollowUpNote } from './follow-up-note.ts';

it.each(discrepancyTypes)('the note of what was %s is read back as it was written', (why) => {
  expect(readFollowUpNote(followUpNote(why, 'ORD-2026-000007'))).toEqual({ why, no: 'ORD-2026-000007' });
});

it.each([
  'By the back door',
  'Sends again what was late on ORD-1.',
  'Sends again what was short on ORD-1. Call first.',
])('%s is what a person wrote', (note) => {
  expect(readFollowUpNote(note)).toBeNull();
});
