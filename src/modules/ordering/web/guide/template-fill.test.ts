import { expect, test } from 'vitest';
import { createOrderDraft } from './draft.ts';
import type { GuideRow } from './guide-rows.ts';
import { fillFromTemplate, sortForWeekday, toTemplateLines } from './template-dialogs.tsx';

const rowById = new Map(
  [
    ['rice', 'bag'],
    ['milk', 'case'],
    ['salt', 'kg'],
  ].map(([itemId = '', unit = '']) => [itemId, { item: { itemId, unit } } as GuideRow]),
);
const line = (qty: number | null, isFilled = false) => ({ qty, note: '', isFilled });

test("fills in empty and filled lines, keeps entered ones, and skips items that can't be ordered in the template's unit", () => {
  const before = { rice: line(4), milk: line(1, true) };
  const template = [
    { itemId: 'rice', qty: 2, unit: 'bag' },
    { itemId: 'milk', qty: 3, unit: 'case' },
    { itemId: 'salt', qty: 5, unit: 'bag' },
    { itemId: 'gone', qty: 5, unit: 'bag' },
  ];
  expect(fillFromTemplate(before, template, rowById)).toEqual({
    lines: { rice: line(4), milk: line(3, true) },
    filledCount: 1,
    keptCount: 1,
    skippedCount: 2,
  });
});

test('returns only ordered lines, in their units', () => {
  const lines = { rice: line(4), milk: line(0), salt: line(null), gone: line(2) };
  expect(toTemplateLines({ ...createOrderDraft(), lines }, rowById)).toEqual([
    { itemId: 'rice', qty: 4, unit: 'bag' },
  ]);
});

test('sorts templates for the day first and those for different days last', () => {
  const templates = [
    { name: 'B any', weekdays: [] },
    { name: 'Friday', weekdays: [5] },
    { name: 'A any', weekdays: [] },
    { name: 'Monday', weekdays: [1] },
  ];
  expect(sortForWeekday(templates, 1).map(({ name }) => name)).toEqual([
    'Monday',
    'A any',
    'B any',
    'Friday',
  ]);
});
