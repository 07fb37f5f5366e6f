import { expect, test } from 'vitest';
import { checkStatuses, findCheckErrors, isWithinLimits } from './check-rules.ts';
import { checkLifecycle } from './lifecycle.ts';
import { testActors } from '#core/testing/actors.ts';

const fridge = {
  kind: 'temperature',
  minTemp: 1,
  maxTemp: 5,
  photoRequired: false,
  signatureRequired: false,
};
const freezer = { ...fridge, minTemp: null, maxTemp: -18 };
const cleaning = { ...fridge, kind: 'cleaning', minTemp: null, maxTemp: null };

test.each([
  [fridge, 1, true],
  [fridge, 5, true],
  [fridge, 5.1, false],
  [fridge, 0.9, false],
  [freezer, -18, true],
  [freezer, -17.9, false],
  [freezer, -40, true],
  [cleaning, null, true],
])('%o at %s is within limits: %s', (point, reading, isWithin) => {
  expect(isWithinLimits(point, reading)).toBe(isWithin);
});

test.each([
  ['a reading within limits', fridge, { reading: 4.5 }, {}],
  ['no reading', fridge, {}, { reading: 'check-reading' }],
  ['a reading of 0 °C', freezer, { reading: 0, correctiveAction: 'Moved the goods' }, {}],
  ['a reading above the maximum', fridge, { reading: 5.1 }, { correctiveAction: 'check-too-warm' }],
  ['a reading below the minimum', fridge, { reading: 0.9 }, { correctiveAction: 'check-too-cold' }],
  [
    'a blank corrective action',
    fridge,
    { reading: 9, correctiveAction: ' ' },
    { correctiveAction: 'check-too-warm' },
  ],
  ['a corrective action', fridge, { reading: 9, correctiveAction: 'Closed the door' }, {}],
  ['a cleaning check', cleaning, {}, {}],
  ['a reading in a cleaning check', cleaning, { reading: 4 }, { reading: 'check-no-reading' }],
  [
    'no photo and signature',
    { ...cleaning, photoRequired: true, signatureRequired: true },
    {},
    { photo: 'check-photo', signedBy: 'check-signature' },
  ],
])('finds the errors of a check: %s', (_, point, entry, expected) => {
  const errors = Object.entries(findCheckErrors(point, entry));
  expect(Object.fromEntries(errors.map(([field, { reason }]) => [field, reason]))).toEqual(expected);
});

/** A row per status, a column per target: Recorded, Verified, Voided. */
const managers = `
=   | verify | void
409 | =      | void
409 | 409    | =`;
const others = `
=   | 403 | 403
409 | =   | 403
409 | 409 | =`;

test.each([
  ['admin', 'b1', managers],
  ['branch', 'b1', managers],
  ['kitchen', 'k1', managers],
  ['staff', 'b1', others],
  ['otherBranch', 'b1', others],
  ['kitchen', 'b1', others],
] as const)('transitions of %s at %s', (person, branch, expected) => {
  const codes = { ILLEGAL_TRANSITION: '409', FORBIDDEN: '403', VALIDATION: '422' };
  const allowed = checkStatuses.map((status) =>
    checkStatuses.map((to) => {
      const check = { status, branch, transitionReason: 'Wrong entry' };
      const decision = checkLifecycle.decideTransition(check, testActors[person], to);
      return decision.ok ? (decision.transition?.verb ?? '=') : codes[decision.code];
    }),
  );
  const rows = expected.trim().split('\n');
  expect(allowed).toEqual(rows.map((row) => row.split('|').map((cell) => cell.trim())));
});
