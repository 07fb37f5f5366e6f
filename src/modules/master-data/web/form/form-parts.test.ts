import { describe, expect, it } from 'vitest';
import { field } from '#platform/collections/fields.ts';
import { definitions } from '../../collections.ts';
import type { CollectionKey } from '../../collections.ts';
import { drawnParts, hasMeaningfulValue, foldedPartTrigger } from './form-parts.ts';
import { getForm } from './forms.ts';

const fridge = {
  allFields: {
    name: field.text('Name').required(),
    code: field.code('Code').required(),
    serial: field.text('Serial number').optional(),
    limit: field.integer('Limit').optional(),
    alarm: field.boolean('Alarm').filled(),
  },
};
const all = Object.keys(fridge.allFields);

describe('the parts of a form', () => {
  it.each([
    [
      'fields without a part come first, without a title',
      [{ title: 'size', fields: ['limit'], folds: true }] as const,
      all,
      [
        [null, ['name', 'code', 'serial', 'alarm'], false],
        ['size', ['limit'], true],
      ],
    ],
    [
      'parts keep their own order of fields, and empty parts are omitted',
      [
        { title: 'contact', fields: ['serial'] },
        { title: 'size', fields: ['alarm', 'limit'] },
      ] as const,
      ['name', 'limit', 'alarm'],
      [
        [null, ['name'], false],
        ['size', ['alarm', 'limit'], false],
      ],
    ],
    [
      'required fields of a new row are never collapsed',
      [{ title: 'size', fields: ['code', 'limit'], folds: true }] as const,
      ['name', 'code', 'limit'],
      [
        [null, ['name'], false],
        ['size', ['code', 'limit'], false],
      ],
    ],
    [
      'a single part has no title, and is not collapsed',
      [{ title: 'size', fields: ['limit', 'alarm'], folds: true }] as const,
      ['alarm', 'limit'],
      [[null, ['limit', 'alarm'], false]],
    ],
  ])('%s', (_case, parts, shown, expected) => {
    expect(
      drawnParts(fridge, parts, shown).map(({ title, fields, folds }) => [title, fields, folds]),
    ).toEqual(expected);
  });

  it.each(Object.keys(definitions) as CollectionKey[])('of %s contain each field once', (name) => {
    const named = (getForm(name).parts ?? []).flatMap(({ fields }) => fields);
    expect(named).toEqual([...new Set(named)]);
  });
});

describe('a collapsed part opens', () => {
  const nothing = { wrong: [], typed: [], tries: 0 };
  it.each([
    ['stays closed without a cause', nothing, null],
    ['not for invalid fields elsewhere', { ...nothing, wrong: ['name'], tries: 1 }, null],
    ['for an invalid field in it', { ...nothing, wrong: ['name', 'limit'], tries: 1 }, '1 limit'],
    ['again, if still invalid at the next attempt', { ...nothing, wrong: ['limit'], tries: 2 }, '2 limit'],
    [
      'again, if another field is invalid',
      { ...nothing, wrong: ['limit', 'alarm'], tries: 2 },
      '2 limit alarm',
    ],
    ['for unsaved values in it', { ...nothing, typed: ['alarm'] }, 'typed'],
    [
      'for the invalid field before the typed one',
      { wrong: ['alarm'], typed: ['limit'], tries: 1 },
      '1 alarm',
    ],
    ['not for values typed elsewhere', { ...nothing, typed: ['name'] }, null],
  ])('%s', (_case, marks, expected) => {
    expect(foldedPartTrigger(['limit', 'alarm'], marks)).toBe(expected);
  });
});

describe('the values summarized in a collapsed part', () => {
  const { limit, alarm, serial } = fridge.allFields;
  const on = field.boolean('Is counted', { initial: true }).filled();
  const days = field.json('Days', ({ z }) => z.array(z.int()), { initial: [] }).filled();
  it.each([
    ["an empty field doesn't count as a value", limit, null, false],
    ['0 counts as a value', limit, 0, true],
    ["empty text doesn't count as a value", serial, '', false],
    ['a ticked checkbox counts as a value', alarm, true, true],
    ["an unticked checkbox doesn't count as a value", alarm, false, false],
    ["a default checkbox doesn't count as a value", on, true, false],
    ['clearing a default checkbox counts as a value', on, false, true],
    ["an empty list doesn't count as a value", days, [], false],
    ['a list with entries counts as a value', days, [1], true],
    ["an empty object doesn't count as a value", days, {}, false],
  ])('%s', (_case, kind, value, expected) => {
    expect(hasMeaningfulValue(kind, value)).toBe(expected);
  });
});
