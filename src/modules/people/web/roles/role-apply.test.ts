import { expect, it } from 'vitest';
import type { Actor } from '#core/permissions.ts';
import { computeAccessChange } from './role-apply.tsx';

const permissions = { canCreate: true, canEdit: false, canDelete: false, canView: true };
const person: Actor = {
  _id: 'u',
  name: 'U',
  email: 'u@demo.test',
  role: 'clerk',
  isMasterAdmin: false,
  permissions,
  allowedPages: ['/units', 'tax'],
  branches: [],
  kitchens: [],
};

it('is null for the same flags and the same pages in a different order', () => {
  expect(computeAccessChange(person, { permissions, allowedPages: ['tax', 'units/'] })).toBeNull();
});

it('lists gained and lost flags and pages', () => {
  const role = {
    permissions: { canCreate: false, canEdit: true, canDelete: false, canView: true },
    allowedPages: ['units', 'procurements/settings'],
  };
  expect(computeAccessChange(person, role)).toEqual({
    flagsGained: ['canEdit'],
    flagsLost: ['canCreate'],
    pagesGained: ['supplier', 'procurementCategory'],
    pagesLost: ['tax'],
  });
});

it('treats an empty list as every page', () => {
  const change = computeAccessChange(person, { permissions, allowedPages: [] });
  expect(change?.pagesGained).toContain('dashboards');
  expect(change?.pagesLost).toEqual([]);
});
