import { foldText } from '#core/text.ts';
import type { ReviewDetail } from '../shapes.ts';
import { likePattern } from '#platform/server/db/like.ts';
import type { ReviewRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RowValues } from './targets.ts';

type MissingField = ReviewDetail['missing'][number];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const recommendedItemFields = [
  'nameAlt',
  'section',
  'allergens',
  'unitPrice',
  'tax',
  'barcodes',
] as const satisfies MissingField[];
const recommendedPackFields = ['supplierId', 'price', 'barcode'] as const;

/** Returns the recommended fields that the row would leave empty. */
export async function findMissingFields(
  db: Queryable,
  review: ReviewRow,
  row: RowValues,
): Promise<MissingField[]> {
  if (review.operation === 'delete') return [];
  if (review.collection === 'packagings') {
    return recommendedPackFields
      .filter((name) => isEmpty(row[name]))
      .map((name) => (name === 'barcode' ? 'barcodes' : name));
  }
  const gaps: MissingField[] = recommendedItemFields.filter((name) => isEmpty(row[name]));
  const hasRowIn = async (table: 'packagings' | 'itemLevels') =>
    review.rowId !== null &&
    (await db
      .selectFrom(table)
      .select('_id')
      .where('itemId', '=', review.rowId)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  if (isEmpty(row['packs']) && !(await hasRowIn('packagings'))) gaps.push('pack');
  if (!(await hasRowIn('itemLevels'))) gaps.push('par');
  return gaps;
}

/** Returns rows and proposals with the same name in either language; packs only of the same item. */
export async function findDuplicates(
  db: Queryable,
  review: ReviewRow,
  row: RowValues,
): Promise<ReviewDetail['duplicates']> {
  if (review.operation === 'delete') return [];
  const names = getFoldedNames(row);
  const hasSameName = (other: { name: string; nameAlt: string | null }) =>
    [...getFoldedNames(other)].some((name) => names.has(name));
  const rows =
    review.collection === 'items' ? await findSimilarItems(db, names) : await findPacksOfItem(db, row);
  const proposals = await db
    .selectFrom('reviews')
    .select(['_id', 'name', 'nameAlt', 'byName', 'itemId'])
    .where('collection', '=', review.collection)
    .where('status', '=', 'Pending')
    .where('operation', '=', 'create')
    .where('_id', '!=', review._id)
    .execute();
  return [
    ...rows
      .filter((other) => other._id !== review.rowId && hasSameName(other))
      .map(({ _id, name, code }) => ({ _id, name, code, isProposed: false })),
    ...proposals
      .filter(
        (other) => hasSameName(other) && (review.collection === 'items' || other.itemId === review.itemId),
      )
      .map(({ _id, name, byName }) => ({ _id, name, code: byName, isProposed: true })),
  ];
}

const getFoldedNames = (row: RowValues): Set<string> =>
  new Set(
    [row['name'], row['nameAlt']].flatMap((name) => (typeof name === 'string' ? [foldText(name)] : [])),
  );

async function findSimilarItems(db: Queryable, names: ReadonlySet<string>) {
  return db
    .selectFrom('items')
    .select(['_id', 'name', 'nameAlt', 'itemCode as code'])
    .where((eb) => eb.or([...names].map((name) => eb(eb.ref('search'), 'like', likePattern(name)))))
    .limit(50)
    .execute();
}

async function findPacksOfItem(db: Queryable, row: RowValues) {
  const packs = await db
    .selectFrom('packagings')
    .select(['_id', 'name', 'barcode'])
    .where('itemId', '=', String(row['itemId']))
    .execute();
  return packs.map(({ _id, name, barcode }) => ({ _id, name, nameAlt: null, code: barcode ?? '' }));
}
