import { expect, it } from 'vitest';
import { type Shape, getFieldKind } from '#platform/shapes/shape.ts';
import { items } from '#modules/items/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import { resources } from '#modules/master-data/collections.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import type { ReportShape } from '#platform/reports/shape-types.ts';
import { reportNames, reportShapes } from '#modules/reports/report-shapes.ts';
import { documents } from '#modules/documents/server/registry.ts';

/**
 * Expected visibility of each amount, maintained by hand: a new amount must be added here, or the test fails.
 */

it('gives every amount in master data the expected visibility', () => {
  const all: readonly Resource[] = [...resources, items, packagings, recipes];
  const marks = all.flatMap(({ collection, allFields }) =>
    Object.entries(allFields).flatMap(([name, { kind, visibility }]) =>
      kind === 'money' || kind === 'price' || visibility !== 'open'
        ? [[`${collection}.${name}`, visibility] as const]
        : [],
    ),
  );
  expect(Object.fromEntries(marks)).toEqual({
    'branch.minOrderValue': 'open',
    'branch.countApprovalValue': 'open',
    'branch.countToleranceValue': 'open',
    'purchase-categories.approvalLimit': 'open',
    'suppliers.minOrderValue': 'open',
    'suppliers.freight': 'open',
    'suppliers.freeFreightFrom': 'open',
    'items.unitPrice': 'open',
    'recipes.price': 'open',
    'items.transferPrice': 'margin',
    'items.standardCost': 'cost',
    'packagings.price': 'purchase',
  });
});

it('marks cost fields of documents', () => {
  const costLike = /cost|difference|variance|margin|average|absolute|labour|^net$/i;
  const unmarked = documents.flatMap(({ collection, fields, lines }) =>
    [fields, lines?.fields ?? {}].flatMap((list: Shape) =>
      Object.entries(list).flatMap(([name, spec]) =>
        ['money', 'price'].includes(getFieldKind(spec)) && costLike.test(name)
          ? [`${collection}.${name}`]
          : [],
      ),
    ),
  );
  // The price charged to the branch, under its name in the specification.
  expect(unmarked).toEqual(['orders.unitCost']);
});

it('marks every report amount that is not charged by a document', () => {
  const open = reportNames.flatMap((name) => {
    const { columns, isHiddenFromFranchises }: ReportShape = reportShapes[name];
    return columns.flatMap(({ key, type, restriction }) =>
      (type === 'money' || type === 'price') && restriction === undefined && !isHiddenFromFranchises
        ? [`${name}.${key}`]
        : [],
    );
  });
  // Waste costs are visible to users who record waste; the others come from documents whose readers see the
  // prices.
  expect(open).toEqual([
    'wastage.cost',
    'discrepancies.value',
    'discrepancies.openValue',
    'purchases.landedValue',
    'transfers.outValue',
    'transfers.inValue',
    'sales.net',
    'not-billed.goods',
    'not-billed.charges',
    'not-billed.open',
    'wastage-share.cost',
    'wastage-share.used',
    'wastage-share.usedAndWasted',
  ]);
});
