import { buildMinimalSample, buildFullSample } from '#platform/shapes/testing/samples.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readShape } from '#platform/shapes/read-shape.ts';
import { isNullable } from '#platform/shapes/shape.ts';
import { getDocumentColumn, toRow, toWire } from '../document-rows.ts';
import { documentTypes } from '../types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { getHistoryTable } from './history.ts';
import { takeDocumentNumber, getNumberSeries } from './numbering-and-events.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { receiptDocument } from '#modules/goods-receipts/server/definition.ts';
import { discrepancyDocument } from '#modules/discrepancies/server/definition.ts';
import { wastageDocument } from '#modules/wastage/server/definition.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe.each(documents.map((document) => [document.type, document] as const))('%s', (type, document) => {
  const { table, number, lines, refersTo, scope } = document;
  const history = getHistoryTable(document);

  test('references existing columns', async () => {
    const expectedColumns: [table: string, columns: string[]][] = [
      [table, ['_id', 'version', 'status', number]],
      [table, [scope.branch, scope.kitchen ?? scope.branch, scope.sentToKitchenAt ?? scope.branch]],
      ...(lines ? [[lines.table, ['lineId', lines.document]] as [string, string[]]] : []),
      [history.table, [history.document, 'from', 'to', 'seq']],
      ...refersTo.map(([, tableName, column]): [string, string[]] => [tableName, [column]]),
    ];
    for (const [tableName, columns] of expectedColumns) {
      const list = sql.join(columns.map((column) => sql.ref(column)));
      await expect(
        sql`select ${list} from ${sql.table(tableName)}`.execute(t.db.read),
      ).resolves.toBeDefined();
    }
  });

  test('has a ledger document type, and its own collection and number series', () => {
    expect(documentTypes).toContain(type);
    const others = documents.filter((other) => other !== document);
    expect(others.map(({ collection }) => collection)).not.toContain(document.collection);
    if (document.series !== null) expect(others.map(({ series }) => series)).not.toContain(document.series);
  });
});

test('derives references from the fields and includes those that the definition adds', () => {
  expect(receiptDocument.refersTo).toEqual(
    expect.arrayContaining([
      ['suppliers', 'goodsReceipts', 'supplier'],
      ['packagings', 'goodsReceiptLines', 'packagingId'],
    ]),
  );
  expect(orderDocument.refersTo).toContainEqual(['users', 'orders', 'userId']);
});

/** Field definitions of documents and their lines. */
const lists = documents.flatMap(({ type, table, fields, lines }) => [
  { title: type, table, fields },
  ...(lines ? [{ title: `a line of ${type}`, ...lines }] : []),
]);

describe.each(lists.map((list) => [list.title, list] as const))(
  'the fields of %s',
  (_, { table, fields }) => {
    const specs = Object.entries(fields);
    const buildFull = () => buildFullSample(fields);
    const buildMinimal = () => buildMinimalSample(fields);

    test('have columns that are nullable if the field is', async () => {
      const tables = await t.db.read.introspection.getTables();
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      const described = specs.flatMap(([name, spec]) => {
        const stored = getDocumentColumn(name, spec);
        return stored ? [{ name: stored.column, isNullable: isNullable(spec) && name !== '_id' }] : [];
      });
      for (const { name, isNullable: mayBeNull } of described)
        expect([name, columns.find((column) => column.name === name)?.isNullable]).toEqual([name, mayBeNull]);
    });

    test('match their schema, which rejects null unless the field allows it', () => {
      const schema = buildResponseSchema(fields);
      for (const row of [buildFull(), buildMinimal()]) expect(schema.parse(row)).toEqual(row);
      for (const [name] of specs.filter(([, spec]) => !isNullable(spec)))
        expect([name, schema.safeParse({ ...buildFull(), [name]: null }).success]).toEqual([name, false]);
    });

    test('are unchanged after being stored and parsed by the dashboard', () => {
      for (const row of [buildFull(), buildMinimal()]) {
        const computed = Object.fromEntries(specs.map(([name]) => [name, () => row[name]]));
        expect(toWire(fields, toRow(fields, row) as never, computed as never)).toEqual(row);
        expect(readShape(fields, row)).toEqual(row);
      }
    });
  },
);

test('every kind has its own number series, except discrepancies', async () => {
  const now = new Date('2031-05-06T07:00:00.000Z');
  const numbers = await t.db.write(async (tx) => [
    await takeDocumentNumber(tx, orderDocument, now),
    await takeDocumentNumber(tx, wastageDocument, now),
    await takeDocumentNumber(tx, orderDocument, now),
  ]);
  expect(numbers).toEqual(['ORD-2031-000001', 'WST-2031-000001', 'ORD-2031-000002']);
  expect(() => getNumberSeries(discrepancyDocument, 2031)).toThrow('no number series');
});
