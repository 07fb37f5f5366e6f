import { useFormContext } from 'react-hook-form';
import type { CurrencyCode } from '#src/lib/format/money.ts';
import { definitionOf, type ResourceName } from '../definitions.ts';
import { currencyField, useCurrencyOf } from '#src/entities/reference/row-currency.ts';

/**
 * What an amount in a form is in: the currency that is chosen beside it, or that of the supplier who is.
 *
 * @param at `collection.field` of the amount
 */
export function useFormCurrency(at: string): CurrencyCode {
  const [collection = '', field = ''] = at.split('.');
  const resource = definitionOf(collection as ResourceName);
  const currencyOf = useCurrencyOf(resource, [field]);
  // Without a form around there is nothing beside it: a default for all rows of an import.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const by = currencyField(resource.collection);
  return currencyOf(by === null || !form ? {} : { [by]: form.watch(by) as unknown });
}
