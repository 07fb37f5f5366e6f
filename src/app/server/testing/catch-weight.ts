import { expect } from 'vitest';
import type { TestApp } from './create-test-app.ts';
import { ids } from './ids.ts';

/**
 * Creates a catch-weight item of about 2.5 kg per piece.
 *
 * @returns its id
 */
export async function createCatchWeightItem(
  api: TestApp,
  itemCode: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const response = await api.as('admin').post('/items', {
    itemCode,
    name: `Item ${itemCode}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    catchWeight: true,
    pieceWeight: 2.5,
    ...values,
  });
  expect(response.status, response.text).toBe(201);
  return String(response.body._id);
}
