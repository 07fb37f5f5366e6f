import { packagings } from '../collection.ts';
import { useFormState } from 'react-hook-form';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { formatPrice, formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { warnUnusualPrice } from '#modules/items/web/unusual.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';
import { usePackForm } from './use-pack-form.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { useFormCurrency } from '#modules/master-data/web/form/form-currency.ts';

/** Input for a pack's price; also shows the price per base unit for comparison. */
export function PackPriceEditor({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(itemPackMessages).pack;
  const { item, inBase } = usePackForm();
  const currency = useFormCurrency(packagings, 'price');
  const price = field.value;
  const perBase = typeof price === 'number' && inBase ? (price * inBase.den) / inBase.num : null;
  const priceText =
    perBase === null || !item ? t.priceHint : t.pricePerBase(formatUnitCost(perBase, currency), item.base);
  const { defaultValues } = useFormState();
  const [currentPrice, savedPrice] = [price, defaultValues?.['price']].map((value) =>
    typeof value === 'number' ? value : null,
  );
  const warning = warnUnusualPrice(currentPrice ?? null, savedPrice ?? null, (amount) =>
    formatPrice(amount, currency),
  );
  const hint = warning === null ? priceText : `${warning}. ${priceText}`;
  return <NumberField {...field} unit={currency} hint={hint} value={price as NumberInputValue} />;
}
