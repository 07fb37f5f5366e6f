import { expect, it } from 'vitest';
import type { SetupProgress } from '../../setup-progress-shapes.ts';
import { nextStep, listSetupSteps } from './setup-steps.ts';

const nothing: SetupProgress = {
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
const ready: SetupProgress = {
  ...nothing,
  businessName: 'Olive & Sons',
  baseCurrency: 'EUR',
  units: 7,
  kitchens: 1,
  branches: 1,
  itemCategories: 2,
  items: 3,
  isStocked: true,
};
const buildOrder = (status: string) => ({ ...ready, order: { _id: 'o', orderNo: 'ORD-1', status } });

it.each([
  [nothing, 'businessName'],
  [{ ...nothing, businessName: 'Olive & Sons' }, 'currency'],
  [{ ...ready, units: 0 }, 'units'],
  [{ ...ready, kitchens: 0 }, 'kitchen'],
  [{ ...ready, branches: 0 }, 'branch'],
  // A branch created before a supplying kitchen was required can't order.
  [{ ...ready, unsuppliedBranches: 1 }, 'branch'],
  [{ ...ready, itemCategories: 0 }, 'categories'],
  [{ ...ready, items: 0 }, 'items'],
  [{ ...ready, isStocked: false }, 'stock'],
  // A single user can skip to the order.
  [ready, 'order'],
  [buildOrder('Draft'), 'order'],
  [buildOrder('Under Review'), 'send'],
  [buildOrder('Sent to Central Kitchen'), 'accept'],
  [buildOrder('Under Process'), 'ship'],
  [buildOrder('Shipped'), 'receive'],
  [buildOrder('Received'), null],
  // An unknown status of another server doesn't count as progress.
  [buildOrder('Weighed'), 'order'],
])('returns the next step: %#', (progress, id) => {
  expect(nextStep(listSetupSteps(progress))?.id ?? null).toBe(id);
});

it('returns what a step waits for, the first prerequisite first', () => {
  const waits = Object.fromEntries(listSetupSteps(nothing).map(({ id, waitsFor }) => [id, waitsFor]));
  expect(waits).toMatchObject({
    units: null,
    branch: 'kitchen',
    items: 'units',
    stock: 'kitchen',
    order: 'branch',
    receive: 'ship',
  });
  expect(listSetupSteps(ready).find(({ id }) => id === 'order')?.waitsFor).toBeNull();
});
