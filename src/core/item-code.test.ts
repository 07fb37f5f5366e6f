import { expect, it } from 'vitest';
import { proposeItemCode } from './item-code.ts';

it.each([
  ['Plain flour', [], 'PLAIN-FLOUR'],
  ['  Crème brûlée (120 g) ', [], 'CREME-BRULEE-120-G'],
  ['Plain flour', ['PLAIN-FLOUR', 'PLAIN-FLOUR-2'], 'PLAIN-FLOUR-3'],
  ['Chopped tomatoes in their own juice', [], 'CHOPPED-TOMATOES-IN'],
  ['Donaudampfschifffahrtsgesellschaftsbrot', [], 'DONAUDAMPFSCHIFFFAHR'],
  ['دقيق', ['ITEM-1'], 'ITEM-2'],
  ['***', [], 'ITEM-1'],
  ['  ', [], ''],
])('suggests a code for %s', (name, taken, code) => {
  expect(proposeItemCode(name, new Set(taken))).toBe(code);
});
