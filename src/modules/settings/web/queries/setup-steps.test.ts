import { expect, it } from 'vitest';
import type { SetupProgress } from '../../setup-progress-shapes.ts';
import { findNextStep, listSetupSteps } from './setup-steps.ts';

const emptyProgress: SetupProgress = {
  businessName: null,
  baseCurrency: null,
  units: 0,
  kitchens: 0,
  branches: 0,
  unsuppliedBranches: 0,
  itemCategories: 0,
  items: 0,
  isStocked: false,
  people: 1,
  order: null,
};
const completeSetup: SetupProgress = {
  ...emptyProgress,
  businessName: 'Olive & Sons',
  baseCurrency: 'EUR',
  units: 7,
  kitchens: 1,
  branches: 1,
  itemCategories: 2,
  items: 3,
  isStocked: true,
};
const withOrder = (status: string) => ({ ...completeSetup, order: { _id: 'o', orderNo: 'ORD-1', status } });

it.each([
  [emptyProgress, 'businessName'],
  [{ ...emptyProgress, businessName: 'Olive & Sons' }, 'currency'],
  [{ ...completeSetup, units: 0 }, 'units'],
  [{ ...completeSetup, kitchens: 0 }, 'kitchen'],
  [{ ...completeSetup, branches: 0 }, 'branch'],
  // A branch created before a supplying kitchen was required can't order.
  [{ ...completeSetup, unsuppliedBranches: 1 }, 'branch'],
  [{ ...completeSetup, itemCategories: 0 }, 'categories'],
  [{ ...completeSetup, items: 0 }, 'items'],
  [{ ...completeSetup, isStocked: false }, 'stock'],
  // A single user can skip to the order.
  [completeSetup, 'order'],
  [withOrder('Draft'), 'order'],
  [withOrder('Under Review'), 'send'],
  [withOrder('Sent to Central Kitchen'), 'accept'],
  [withOrder('Under Process'), 'ship'],
  [withOrder('Shipped'), 'receive'],
  [withOrder('Received'), null],
  // An unknown status, from a different server, doesn't count as progress.
  [withOrder('Weighed'), 'order'],
])('returns the next step: %#', (progress, id) => {
  expect(findNextStep(listSetupSteps(progress))?.id ?? null).toBe(id);
});

it('returns the first unfinished prerequisite of a step', () => {
  const prerequisites = Object.fromEntries(
    listSetupSteps(emptyProgress).map(({ id, waitsFor }) => [id, waitsFor]),
  );
  expect(prerequisites).toMatchObject({
    units: null,
    branch: 'kitchen',
    items: 'units',
    stock: 'kitchen',
    order: 'branch',
    receive: 'ship',
  });
  expect(listSetupSteps(completeSetup).find(({ id }) => id === 'order')?.waitsFor).toBeNull();
});
