import type { Mergeable } from '#platform/shapes/bulk-changes.ts';
import { foldText } from '#core/text.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

/** The item field that references each kind of row that can be merged. */
export const mergeFields = {
  'sub-categories': 'subCategory',
  'item-categories': 'category',
  'purchase-categories': 'purchaseCategory',
} as const satisfies Record<Mergeable, string>;

/** References of an item that a merge changes. */
type ItemReferences = Partial<Record<(typeof mergeFields)[Mergeable], string>>;

export interface ItemReferenceChange {
  _id: string;
  version: number;
  before: ItemReferences;
  after: ItemReferences;
}

interface Versioned {
  _id: string;
  version: number;
}

/** Changes that a merge makes to other rows. The source row is archived afterwards. */
export interface MergePlan {
  items: ItemReferenceChange[];
  /** Sub-categories that move to the target category unchanged. */
  movedSubCategories: Versioned[];
  /** Sub-categories whose items move to the sub-category of the same name in the target category. */
  mergedSubCategories: (Versioned & { into: string })[];
}

export interface Merge {
  collection: Mergeable;
  source: string;
  target: string;
}

/** Plans a merge. Within a transaction the affected rows are locked. */
export async function planMerge(db: Queryable, merge: Merge): Promise<MergePlan> {
  if (merge.collection === 'item-categories') return planCategoryMerge(db, merge);
  const { collection, source, target } = merge;
  const field = mergeFields[collection];
  const parent = collection === 'sub-categories' ? await loadParent(db, target) : null;
  const items = await loadItemsWhere(db, field, [source]);
  const itemChanges = items.map(({ _id, version, category }): ItemReferenceChange => {
    // If the target sub-category is in a different category, the items move to that category.
    const isMoved = parent !== null && parent !== category;
    return {
      _id,
      version: Number(version),
      before: { [field]: source, ...(isMoved && { category }) },
      after: { [field]: target, ...(isMoved && { category: parent }) },
    };
  });
  return { items: itemChanges, movedSubCategories: [], mergedSubCategories: [] };
}

/** Locks rows only within a transaction; a preview locks nothing. */
const lockIfTransaction = (db: Queryable): Tx['lock'] => ('lock' in db ? db.lock : (query) => query);

async function planCategoryMerge(db: Queryable, { source, target }: Merge): Promise<MergePlan> {
  const subCategories = await db
    .selectFrom('subCategories')
    .select(['_id', 'name', 'parent', 'version'])
    .where('parent', 'in', [source, target])
    .orderBy('_id')
    .$call(lockIfTransaction(db))
    .execute();
  const siblings = subCategories.filter(({ parent }) => parent === target);
  const targetByName = new Map(siblings.map(({ _id, name }) => [foldText(name), _id]));
  const sourceSubCategories = subCategories.filter(({ parent }) => parent === source);
  const successors = new Map(
    sourceSubCategories.flatMap(({ _id, name }) => {
      const into = targetByName.get(foldText(name));
      return into === undefined ? [] : [[_id, into] as const];
    }),
  );
  const categoryItems = await loadItemsWhere(db, 'category', [source]);
  const mergedItems = await loadItemsWhere(db, 'subCategory', [...successors.keys()]);
  const items = new Map([...categoryItems, ...mergedItems].map((item) => [item._id, item]));
  return {
    items: [...items.values()].map(({ _id, version, category, subCategory }): ItemReferenceChange => {
      const successor = successors.get(subCategory ?? '');
      return {
        _id,
        version: Number(version),
        before: {
          ...(category === source && { category }),
          ...(subCategory && successor && { subCategory }),
        },
        after: {
          ...(category === source && { category: target }),
          ...(successor && { subCategory: successor }),
        },
      };
    }),
    movedSubCategories: sourceSubCategories.filter(({ _id }) => !successors.has(_id)).map(toVersioned),
    mergedSubCategories: sourceSubCategories.flatMap((row) => {
      const into = successors.get(row._id);
      return into === undefined ? [] : [{ ...toVersioned(row), into }];
    }),
  };
}

const toVersioned = ({ _id, version }: Versioned): Versioned => ({ _id, version: Number(version) });

async function loadParent(db: Queryable, subCategory: string): Promise<string | null> {
  const row = await db
    .selectFrom('subCategories')
    .select('parent')
    .where('_id', '=', subCategory)
    .executeTakeFirst();
  return row?.parent ?? null;
}

async function loadItemsWhere(db: Queryable, field: (typeof mergeFields)[Mergeable], ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('items')
    .select(['_id', 'version', 'category', 'subCategory'])
    .where(field, 'in', ids)
    .orderBy('_id')
    .$call(lockIfTransaction(db))
    .execute();
}
