import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResourceRow } from './queries/resources.ts';
import { getDefinition, definitions, type CollectionKey } from '../collections.ts';
import { resourceListMessages } from './list-messages.ts';
import { arabic } from './messages.ar.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { buildResourceColumns } from './resource-columns.tsx';

const names = Object.keys(definitions) as CollectionKey[];

afterEach(cleanup);

describe.each(names)('the list of %s', (name) => {
  const resource = getDefinition(name);
  const englishTexts: AnyResourceTexts = resourceMessages.en[name];
  const arabicTexts: AnyResourceTexts = arabic[name];

  it('has labels in both languages for every field and choice', () => {
    for (const [field, { options }] of Object.entries(resource.allFields)) {
      expect([field, englishTexts.fields[field], arabicTexts.fields[field]]).toEqual([
        field,
        expect.stringMatching(/[A-Za-z]/),
        expect.stringMatching(/[\u0600-\u06FF]/),
      ]);
      for (const option of options) {
        expect([option, englishTexts.choices[field]?.[option]]).toEqual([
          option,
          expect.stringMatching(/^[A-Z]/),
        ]);
        expect([option, arabicTexts.choices[field]?.[option]]).toEqual([
          option,
          expect.stringMatching(/[\u0600-\u06FF]/),
        ]);
      }
    }
  });

  it('renders and exports every column with and without values', () => {
    const context = {
      texts: englishTexts,
      t: resourceListMessages.en,
      names: {
        isPending: false,
        getName: (_: unknown, value: unknown) => `the name of ${String(value)}`,
        listRows: () => [],
        getRow: () => undefined,
        load: async () => [],
      },
      currencyOf: () => 'GBP',
    };
    const columns = buildResourceColumns(resource, context, false);
    expect(columns.map(({ key }) => key).toSorted()).toEqual(Object.keys(resource.allFields).toSorted());
    expect(
      columns.slice(0, resource.columns.length).every(({ isHiddenByDefault }) => !isHiddenByDefault),
    ).toBe(true);

    const sampleValues = Object.fromEntries(
      Object.entries(resource.allFields).map(([field, { kind, options }]) => [field, sample(kind, options)]),
    );
    for (const values of [sampleValues, {}]) {
      const row: ResourceRow = { _id: 'r1', name: 'Row one', isActive: false, values };
      render(
        <dl>
          {columns.map(({ key, label, cell }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd data-testid={key}>{cell(row)}</dd>
            </div>
          ))}
        </dl>,
      );
      for (const { key, value } of columns) {
        expect([key, screen.getByTestId(key).textContent?.length]).not.toEqual([key, 0]);
        expect(['string', 'number', 'object']).toContain(typeof value?.(row));
      }
      cleanup();
    }
  });
});

function sample(kind: string, options: readonly string[]): unknown {
  const samples: Record<string, unknown> = {
    integer: 3,
    quantity: 2.5,
    money: 12.3456,
    percent: 20,
    boolean: true,
    date: '2026-11-21',
    choice: options[0],
    reference: 'x1',
    references: ['x1', 'x2'],
    json: [],
  };
  return samples[kind] ?? 'some text';
}
