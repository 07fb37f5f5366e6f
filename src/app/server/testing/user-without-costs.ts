import { expect } from 'vitest';
import type { TestClient } from './client.ts';
import type { TestApp } from './create-test-app.ts';

/** Creates a head office user who may view some pages but can't change anything or see costs. */
export async function createUserWithoutCosts(
  api: TestApp,
  allowedPages: readonly string[] = ['analytics', 'branch-order/inventory-control'],
): Promise<TestClient> {
  const created = await api.as('master').post('/users', {
    name: 'Stock viewer',
    email: 'stock@demo.test',
    password: 'walnut-harbour',
    role: 'admin',
    permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
    allowedPages,
  });
  expect(created.status, created.text).toBe(201);
  return api.signIn(created.body._id);
}
