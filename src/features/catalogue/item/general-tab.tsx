import { mayRead } from '#domain/permissions.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { useUser } from '#src/lib/session/session.ts';
import { FormFields } from '#src/master-data/form/form-fields.tsx';
import { definitionOf } from '#contract/resources/index.ts';
import { ItemForm } from './item-form.tsx';
import { SimilarNames } from './new-item-form.tsx';

const fields = [
  'itemCode',
  'kind',
  'category',
  'subCategory',
  'purchaseCategory',
  'section',
  'brands',
  'branches',
  'tax',
  'unitPrice',
  'priceIncludesVAT',
  'transferPrice',
  'standardCost',
  'catchWeight',
  'pieceWeight',
  'trackLots',
  'trackExpiry',
  'shelfLifeDays',
  'yieldPercent',
  'storageTemp',
  'overReceiptPercent',
  'overReceiptQty',
  'shortReceiptPercent',
  'shortReceiptQty',
  'priceTolerancePercent',
  'substitutes',
  'isOrderable',
  'isCountable',
] as const;

/** Name, place in the catalogue, prices and how the item is handled. */
export function GeneralTab({ row }: { row: ResourceRow }) {
  const showsCosts = mayRead(useUser(), 'costs');
  return (
    <ItemForm row={row} fields={['name', 'nameAlt']}>
      <SimilarNames />
      <FormFields
        resource={definitionOf('items')}
        fields={fields.filter((field) => field !== 'standardCost' || showsCosts)}
      />
    </ItemForm>
  );
}
