import { describe, expect, it } from 'vitest';
import { canAttachToOrder, canAttachToWastage } from './attachable.ts';
import type { Actor } from '#core/permissions.ts';

const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const buildActor = (change: Partial<Actor> = {}): Actor => ({
  _id: 'u1',
  name: 'Ada',
  email: 'ada@demo.test',
  role: 'custom_role_sk',
  isMasterAdmin: false,
  permissions: allFlags,
  allowedPages: ['*'],
  branches: ['b1'],
  kitchens: [],
  ...change,
});
const now = new Date('2026-03-10T12:00:00Z');
const buildOrder = (status: string, receivedAt: string | null = null) => ({
  branch: 'b1',
  kitchen: 'k1',
  sentAt: '2026-03-01T00:00:00Z',
  status,
  receivedAt,
});

describe('photos of a delivery', () => {
  it.each([
    ['Draft', null, false],
    ['Under Process', null, false],
    ['Shipped', null, true],
    ['Received', '2026-03-03T12:00:01Z', true],
    ['Received', '2026-03-03T12:00:00Z', false],
    ['Received', null, false],
    ['Cancelled', null, false],
    ['Something else', null, false],
  ])('are accepted in status %s, received %s: %s', (status, receivedAt, expected) => {
    expect(canAttachToOrder(buildOrder(status, receivedAt), buildActor(), now)).toBe(expected);
  });

  it.each([
    ['another branch', buildActor({ branches: ['b2'] }), false],
    ['the kitchen', buildActor({ role: 'custom_role_ck', branches: [], kitchens: ['k1'] }), false],
    ['a user without canEdit', buildActor({ permissions: { ...allFlags, canEdit: false } }), false],
    [
      'an auditor without canEdit',
      buildActor({ role: 'auditor', branches: [], permissions: { ...allFlags, canEdit: false } }),
      false,
    ],
    ['a user for all locations', buildActor({ role: 'buyer', branches: [] }), true],
    ['an admin', buildActor({ role: 'admin', branches: [] }), true],
  ])('%s: %s', (_, user, expected) => {
    expect(canAttachToOrder(buildOrder('Shipped'), user, now)).toBe(expected);
  });
});

describe('photos of waste', () => {
  const staff = buildActor({ permissions: { ...allFlags, canEdit: false } });
  it.each([
    ['Posted', 'u2', buildActor(), true],
    ['Draft', 'u2', buildActor(), true],
    ['Reversed', 'u1', buildActor(), false],
    ['Posted', 'u1', staff, true],
    ['Posted', 'u2', staff, false],
    ['Posted', 'u1', buildActor({ permissions: { ...allFlags, canEdit: false, canCreate: false } }), false],
  ])('%s, recorded by %s: %#', (status, userId, user, expected) => {
    expect(canAttachToWastage({ status, userId }, user)).toBe(expected);
  });
});
