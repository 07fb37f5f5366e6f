import type { ComponentType } from 'react';
import type { FieldProps } from '#src/components/form/field-frame.tsx';
import { lazyView } from '#src/lib/lazy-module.ts';

/**
 * An editor of a structured value. It is given what every input is given, and `errors`: what is wrong inside the
 * value, by path below the field (`0.weekday`). Other fields of the form are read with react-hook-form's
 * `useWatch({ name })`.
 */
export interface FieldEditorProps extends FieldProps<unknown> {
  errors: Readonly<Record<string, string>>;
}

type FieldEditor = ComponentType<FieldEditorProps>;

/**
 * Editors of structured values (`field.json`), by `collection.field`: the twin of `overrides.ts`, which says them in
 * words. A field of another kind may have one, too, where its kind's own input does not do. A `json` field without
 * one is not on the form.
 */
export const fieldEditors: Readonly<Record<string, FieldEditor>> = {
  'branch.deliveryDays': lazyView(
    async () => (await import('../collections/branch/delivery-days.tsx')).DeliveryDays,
  ),
  'branch.closedDays': lazyView(
    async () => (await import('../collections/branch/closed-days.tsx')).ClosedDaysEditor,
  ),
  'branch.negativeStock': lazyView(
    async () => (await import('../collections/branch/negative-stock.tsx')).NegativeStock,
  ),
  'branch.supplyingKitchenId': lazyView(
    async () => (await import('../collections/branch/supplying-kitchen.tsx')).SupplyingKitchen,
  ),
  'currencies.rates': lazyView(
    async () => (await import('../collections/currencies/currency-rates.tsx')).CurrencyRates,
  ),
  'taxes.rates': lazyView(async () => (await import('../collections/taxes/tax-rates.tsx')).TaxRates),
  'brands.logo': lazyView(async () => (await import('./picture.tsx')).PictureEditor),
  'gallery.tags': lazyView(async () => (await import('../collections/gallery/tags.tsx')).TagsEditor),
  'items.image': lazyView(async () => (await import('./picture.tsx')).PictureEditor),
  'count-schedules.time': lazyView(
    async () => (await import('../collections/count-schedules/time-of-day.tsx')).TimeOfDay,
  ),
  'count-schedules.weekdays': lazyView(async () => (await import('./order-days.tsx')).OrderDays),
  'order-templates.lines': lazyView(
    async () => (await import('../collections/order-templates/template-lines.tsx')).TemplateLines,
  ),
  'order-templates.weekdays': lazyView(async () => (await import('./order-days.tsx')).OrderDays),
  'items.allergens': lazyView(
    async () => (await import('../collections/items/allergen-grid.tsx')).AllergenGrid,
  ),
  'items.barcodes': lazyView(async () => (await import('../collections/items/barcodes.tsx')).Barcodes),
  'items.transferPrice': lazyView(
    async () => (await import('../collections/items/transfer-price.tsx')).TransferPrice,
  ),
  'packagings.barcode': lazyView(
    async () => (await import('../collections/packagings/pack-barcode.tsx')).PackBarcode,
  ),
  'packagings.contentsQty': lazyView(
    async () => (await import('../collections/packagings/pack-contents.tsx')).PackContentsField,
  ),
  'packagings.price': lazyView(
    async () => (await import('../collections/packagings/pack-price.tsx')).PackPrice,
  ),
  'suppliers.orderDays': lazyView(async () => (await import('./order-days.tsx')).OrderDays),
};
