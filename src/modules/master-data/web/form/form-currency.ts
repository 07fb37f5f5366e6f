import { useFormContext } from 'react-hook-form';
import type { Definition } from '../../collections.ts';
import { useRowCurrency } from '../references/row-currency.ts';
import type { CurrencyCode } from '#platform/web/format/money.ts';

/** Returns the currency of an amount in a form: the selected one, or that of the selected supplier. */
export function useFormCurrency(resource: Definition, field: string): CurrencyCode {
  const getCurrency = useRowCurrency(resource, [field]);
  // Null outside a form, as in an import, which sets a default value for all rows.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const currencyField = resource.currencyBy;
  return getCurrency(
    currencyField === null || !form ? {} : { [currencyField]: form.watch(currencyField) as unknown },
  );
}
