import type { ReviewedCollection, ReviewOperation } from '#core/reviews.ts';
import { itemChange, itemInput } from '#modules/items/input.ts';
import { items } from '#modules/items/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import type { z } from 'zod';
import type { Queryable } from '#platform/server/db/types.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { changeItem, createItem, deleteItem } from '#modules/items/server/service.ts';
import { buildConversionsJson } from '#modules/items/server/shape.ts';
import { changeRow, createRow, deleteRow } from '#modules/master-data/server/service.ts';
import { findRow, type WireRow } from '#platform/collections/server/store.ts';

export type RowValues = Readonly<Record<string, unknown>>;

/** Reads and writes a reviewed collection through its service. */
interface ReviewTarget {
  resource: Resource;
  schemas: Readonly<Record<'create' | 'change', z.ZodType<RowValues>>>;
  /** Returns the whole row, costs included; with `lock` it is locked until the transaction ends. */
  find(db: Queryable, id: string, lock?: boolean): Promise<WireRow | null>;
  create(ctx: WriteContext, input: RowValues): Promise<WireRow>;
  change(ctx: WriteContext, id: string, input: RowValues): Promise<WireRow>;
  delete(ctx: WriteContext, id: string): Promise<void>;
}

export const reviewTargets: Readonly<Record<ReviewedCollection, ReviewTarget>> = {
  items: {
    resource: items,
    schemas: { create: itemInput, change: itemChange },
    find: (db, id, lock = false) =>
      findRow(db, items, id, { lock, additional: { conversions: buildConversionsJson(db.dialect) } }),
    create: createItem,
    change: changeItem,
    delete: deleteItem,
  },
  packagings: {
    resource: packagings,
    schemas: { create: getSchemas(packagings).createInput, change: getSchemas(packagings).changeInput },
    find: (db, id, lock = false) => findRow(db, packagings, id, { lock }),
    create: (ctx, input) => createRow(ctx, packagings, input),
    change: (ctx, id, input) => changeRow(ctx, packagings, id, input),
    delete: (ctx, id) => deleteRow(ctx, packagings, id),
  },
};

/** A change of a row. */
export interface ReviewedChange {
  collection: ReviewedCollection;
  operation: ReviewOperation;
  /** Null for a new row. */
  id: string | null;
  /** Parsed input; empty for a deletion. */
  input: RowValues;
}

/** Applies a change through the collection's service, with all its rules. Null after a deletion. */
export async function applyRowChange(ctx: WriteContext, change: ReviewedChange): Promise<WireRow | null> {
  const target = reviewTargets[change.collection];
  const reviewed: WriteContext = { ...ctx, isReviewed: true };
  if (change.operation === 'create') return target.create(reviewed, change.input);
  if (change.operation === 'change') return target.change(reviewed, change.id as string, change.input);
  await target.delete(reviewed, change.id as string);
  return null;
}
