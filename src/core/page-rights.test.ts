import { describe, expect, it } from 'vitest';
import type { Actor, Permissions } from './permissions.ts';
import { getRightsOnPage } from './page-rights.ts';

const buildPerson = (letters: string, allowedPages: string[], overrides: Partial<Actor> = {}): Actor => {
  const permissions: Permissions = {
    canCreate: letters.includes('C'),
    canEdit: letters.includes('E'),
    canDelete: letters.includes('D'),
    canView: letters.includes('V'),
  };
  return {
    _id: 'u',
    name: 'U',
    email: 'u@demo.test',
    role: 'auditor',
    isMasterAdmin: false,
    permissions,
    allowedPages,
    branches: [],
    kitchens: [],
    ...overrides,
  };
};

describe('getRightsOnPage', () => {
  it.each([
    ['a page that is allowed', buildPerson('CV', ['units']), '/units', true, ['canView', 'canCreate']],
    [
      'a page below an allowed one',
      buildPerson('EV', ['items']),
      '/items/1/edit',
      true,
      ['canView', 'canEdit'],
    ],
    ['a page that is not listed', buildPerson('CEDV', ['units']), '/tax', false, []],
    ['an empty list with canView', buildPerson('DV', []), '/tax', true, ['canView', 'canDelete']],
    ['an empty list without canView', buildPerson('CED', []), '/tax', false, []],
    ['a page without canView', buildPerson('CED', ['tax']), '/tax', true, []],
    [
      'a page without collections to write',
      buildPerson('CEDV', ['menu-card']),
      '/menu-card',
      true,
      ['canView'],
    ],
    [
      'a master admin',
      buildPerson('', [], { isMasterAdmin: true }),
      '/tax',
      true,
      ['canView', 'canCreate', 'canEdit', 'canDelete'],
    ],
  ])('for %s', (_title, actor, path, canOpen, flags) => {
    expect(getRightsOnPage(actor, path)).toMatchObject({ canOpen, flags });
  });
});
