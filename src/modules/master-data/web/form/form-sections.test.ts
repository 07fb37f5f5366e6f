import { describe, expect, it } from 'vitest';
import { field } from '#platform/collections/fields.ts';
import { definitions } from '../../collections.ts';
import type { CollectionKey } from '../../collections.ts';
import { arrangeSections, hasMeaningfulValue, getSectionOpenTrigger } from './form-sections.ts';
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
const fieldNames = Object.keys(fridge.allFields);

describe('arrangeSections', () => {
  it.each([
    [
      'fields without a section come first, without a title',
      [{ title: 'conversion', fields: ['limit'], isCollapsible: true }] as const,
      fieldNames,
      [
        [null, ['name', 'code', 'serial', 'alarm'], false],
        ['conversion', ['limit'], true],
      ],
    ],
    [
      'sections keep their own order of fields, and empty sections are omitted',
      [
        { title: 'contact', fields: ['serial'] },
        { title: 'conversion', fields: ['alarm', 'limit'] },
      ] as const,
      ['name', 'limit', 'alarm'],
      [
        [null, ['name'], false],
        ['conversion', ['alarm', 'limit'], false],
      ],
    ],
    [
      'required fields of a new row are never collapsed',
      [{ title: 'conversion', fields: ['code', 'limit'], isCollapsible: true }] as const,
      ['name', 'code', 'limit'],
      [
        [null, ['name'], false],
        ['conversion', ['code', 'limit'], false],
      ],
    ],
    [
      'a single section has no title, and is not collapsed',
      [{ title: 'conversion', fields: ['limit', 'alarm'], isCollapsible: true }] as const,
      ['alarm', 'limit'],
      [[null, ['limit', 'alarm'], false]],
    ],
  ])('%s', (_case, sections, shown, expected) => {
    expect(
      arrangeSections(fridge, sections, shown).map(({ title, fields, isCollapsible }) => [
        title,
        fields,
        isCollapsible,
      ]),
    ).toEqual(expected);
  });

  it.each(Object.keys(definitions) as CollectionKey[])('%s lists each field in one section only', (name) => {
    const named = (getForm(name).sections ?? []).flatMap(({ fields }) => fields);
    expect(named).toEqual([...new Set(named)]);
  });
});

describe('getSectionOpenTrigger', () => {
  const noStates = { invalid: [], dirty: [], attempts: 0 };
  it.each([
    ['stays closed without a reason', noStates, null],
    ['stays closed for invalid fields elsewhere', { ...noStates, invalid: ['name'], attempts: 1 }, null],
    ['opens for an invalid field in it', { ...noStates, invalid: ['name', 'limit'], attempts: 1 }, '1 limit'],
    [
      'opens again if still invalid at the next attempt',
      { ...noStates, invalid: ['limit'], attempts: 2 },
      '2 limit',
    ],
    [
      'opens again if another field is invalid',
      { ...noStates, invalid: ['limit', 'alarm'], attempts: 2 },
      '2 limit alarm',
    ],
    ['opens for unsaved values in it', { ...noStates, dirty: ['alarm'] }, 'dirty'],
    [
      'opens for an invalid field rather than an unsaved one',
      { invalid: ['alarm'], dirty: ['limit'], attempts: 1 },
      '1 alarm',
    ],
    ['stays closed for unsaved values elsewhere', { ...noStates, dirty: ['name'] }, null],
  ])('%s', (_case, states, expected) => {
    expect(getSectionOpenTrigger(['limit', 'alarm'], states)).toBe(expected);
  });
});

describe('hasMeaningfulValue', () => {
  const { limit, alarm, serial } = fridge.allFields;
  const enabledByDefault = field.boolean('Is counted', { initial: true }).filled();
  const days = field.json('Days', ({ z }) => z.array(z.int()), { initial: [] }).filled();
  it.each([
    ["an empty field doesn't count as a value", limit, null, false],
    ['0 counts as a value', limit, 0, true],
    ["empty text doesn't count as a value", serial, '', false],
    ['a ticked checkbox counts as a value', alarm, true, true],
    ["an unticked checkbox doesn't count as a value", alarm, false, false],
    ["a default checkbox doesn't count as a value", enabledByDefault, true, false],
    ['clearing a default checkbox counts as a value', enabledByDefault, false, true],
    ["an empty list doesn't count as a value", days, [], false],
    ['a list with entries counts as a value', days, [1], true],
    ["an empty object doesn't count as a value", days, {}, false],
  ])('%s', (_case, kind, value, expected) => {
    expect(hasMeaningfulValue(kind, value)).toBe(expected);
  });
});
