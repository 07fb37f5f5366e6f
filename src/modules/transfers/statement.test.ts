import { expect, test } from 'vitest';
import type { DocumentType } from '#platform/documents/types.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import { type ChargeType, getChargeType, chargingKinds } from './statement.ts';

test.each<[DocumentType, MoveKind, ChargeType]>([
  ['order', 'ship', 'delivery'],
  ['order', 'ship_reversal', 'delivery'],
  ['order', 'found_at_kitchen', 'delivery'],
  ['transfer', 'transfer_out', 'transfer'],
  ['transfer', 'transfer_out_reversal', 'transfer'],
  ['transfer', 'return_out', 'return'],
  ['transfer', 'return_held', 'return'],
  ['discrepancy', 'found_at_kitchen', 'correction'],
  ['discrepancy', 'confirmed', 'correction'],
])('13.5: a posting of %s, %s, is shown as %s on a statement', (docType, kind, type) => {
  expect(getChargeType(docType, kind)).toBe(type);
});

test("goods from external locations, usage, losses and waste aren't charged", () => {
  for (const kind of ['receipt', 'consumption', 'waste', 'count_loss', 'opening', 'production'] as const)
    expect(chargingKinds).not.toContain(kind);
  expect(chargingKinds).toContain('ship');
});
