import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { FieldProps } from '#src/components/form/field-frame.tsx';

/**
 * An editor of a structured value. It is given what every input is given, and `errors`: what is wrong inside the
 * value, by path below the field (`0.weekday`). Other fields of the form are read with react-hook-form's
 * `useWatch({ name })`.
 */
export interface FieldEditorProps extends FieldProps<unknown> {
  errors: Readonly<Record<string, string>>;
}

type FieldEditor = LazyExoticComponent<ComponentType<FieldEditorProps>>;

/** An editor that is fetched with the first form that shows it. */
function later(load: () => Promise<ComponentType<FieldEditorProps>>): FieldEditor {
  return lazy(async () => ({ default: await load() }));
}

/**
 * Editors of structured values (`field.json`), by `collection.field`: the twin of `overrides.ts`, which says them in
 * words. A field of another kind may have one, too, where its kind's own input does not do. A `json` field without
 * one is not on the form.
 */
export const fieldEditors: Readonly<Record<string, FieldEditor>> = {
  'branch.deliveryDays': later(async () => (await import('./editors/delivery-days.tsx')).DeliveryDays),
  'branch.closedDays': later(async () => (await import('./editors/closed-days.tsx')).ClosedDaysEditor),
  'branch.negativeStock': later(async () => (await import('./editors/negative-stock.tsx')).NegativeStock),
  'currencies.rates': later(async () => (await import('./editors/currency-rates.tsx')).CurrencyRates),
  'taxes.rates': later(async () => (await import('./editors/tax-rates.tsx')).TaxRates),
  'brands.logo': later(async () => (await import('./editors/picture.tsx')).PictureEditor),
  'gallery.tags': later(async () => (await import('./editors/tags.tsx')).TagsEditor),
  'items.image': later(async () => (await import('./editors/picture.tsx')).PictureEditor),
  'count-schedules.time': later(async () => (await import('./editors/time-of-day.tsx')).TimeOfDay),
  'count-schedules.weekdays': later(async () => (await import('./editors/order-days.tsx')).OrderDays),
  'order-templates.lines': later(async () => (await import('./editors/template-lines.tsx')).TemplateLines),
  'order-templates.weekdays': later(async () => (await import('./editors/order-days.tsx')).OrderDays),
  'items.allergens': later(async () => (await import('./editors/allergen-grid.tsx')).AllergenGrid),
  'items.barcodes': later(async () => (await import('./editors/barcodes.tsx')).Barcodes),
  'items.transferPrice': later(async () => (await import('./editors/transfer-price.tsx')).TransferPrice),
  'packagings.barcode': later(async () => (await import('./editors/pack-barcode.tsx')).PackBarcode),
  'packagings.contentsQty': later(
    async () => (await import('./editors/pack-contents.tsx')).PackContentsField,
  ),
  'packagings.price': later(async () => (await import('./editors/pack-price.tsx')).PackPrice),
  'suppliers.orderDays': later(async () => (await import('./editors/order-days.tsx')).OrderDays),
};
