import { describe, expect, it } from 'vitest';
import { field } from '#contract/resources/fields.ts';
import { definitions } from '#contract/resources/index.ts';
import type { CollectionKey } from '#contract/resources/index.ts';
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
      'what no part names stands first, without a title',
      [{ title: 'size', fields: ['limit'], folds: true }] as const,
      all,
      [
        [null, ['name', 'code', 'serial', 'alarm'], false],
        ['size', ['limit'], true],
      ],
    ],
    [
      'parts keep their own order of fields, and those without any are left out',
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
      'what a new row needs is never folded away',
      [{ title: 'size', fields: ['code', 'limit'], folds: true }] as const,
      ['name', 'code', 'limit'],
      [
        [null, ['name'], false],
        ['size', ['code', 'limit'], false],
      ],
    ],
    [
      'a part that stands alone needs no title, and is not folded',
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
    ['not by itself', nothing, null],
    ['not for what is wrong elsewhere', { ...nothing, wrong: ['name'], tries: 1 }, null],
    ['for a field in it that is wrong', { ...nothing, wrong: ['name', 'limit'], tries: 1 }, '1 limit'],
    ['again, when it is wrong at the next try', { ...nothing, wrong: ['limit'], tries: 2 }, '2 limit'],
    ['again, when another one is', { ...nothing, wrong: ['limit', 'alarm'], tries: 2 }, '2 limit alarm'],
    ['for what was left in it and is not saved', { ...nothing, typed: ['alarm'] }, 'typed'],
    ['for the wrong one before the typed', { wrong: ['alarm'], typed: ['limit'], tries: 1 }, '1 alarm'],
    ['not for what was typed elsewhere', { ...nothing, typed: ['name'] }, null],
  ])('%s', (_case, marks, expected) => {
    expect(foldedPartTrigger(['limit', 'alarm'], marks)).toBe(expected);
  });
});

describe('the summary of a collapsed part', () => {
  const { limit, alarm, serial } = fridge.allFields;
  const on = field.boolean('Is counted', { initial: true }).filled();
  const days = field.json('Days', ({ z }) => z.array(z.int()), { initial: [] }).filled();
  it.each([
    ['an empty field says nothing', limit, null, false],
    ['0 says something: it is exactly 0', limit, 0, true],
    ['no text says nothing', serial, '', false],
    ['a tick says something', alarm, true, true],
    ['no tick says nothing', alarm, false, false],
    ['a tick that every new row has says nothing', on, true, false],
    ['its absence does', on, false, true],
    ['no lines say nothing', days, [], false],
    ['lines do', days, [1], true],
    ['an empty object says nothing', days, {}, false],
  ])('%s', (_case, of, value, expected) => {
    expect(hasMeaningfulValue(of, value)).toBe(expected);
  });
});
