import { useFormContext } from 'react-hook-form';
import type { Definition } from '#contract/resources/index.ts';
import { useRowCurrency } from '#src/entities/reference/row-currency.ts';
import type { CurrencyCode } from '#src/lib/format/money.ts';

/** What an amount in a form is in: the currency that is chosen beside it, or that of the supplier who is. */
export function useFormCurrency(resource: Definition, field: string): CurrencyCode {
  const currencyOf = useRowCurrency(resource, [field]);
  // Without a form around there is nothing beside it: a default for all rows of an import.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const by = resource.currencyBy;
  return currencyOf(by === null || !form ? {} : { [by]: form.watch(by) as unknown });
}
