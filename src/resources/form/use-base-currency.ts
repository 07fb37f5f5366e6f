import { useQuery } from '@tanstack/react-query';
import { boolean, record, text } from '#contract/tolerant.ts';
import { namesQuery } from '#src/collections/names.ts';

/** The code of the currency that amounts are in; null until it is known. */
export function useBaseCurrency(): string | null {
  const { data } = useQuery(namesQuery('currencies'));
  const base = data?.map((row) => record(record(row)['values'])).find((values) => boolean(values['isBase']));
  return base ? text(base['code']) : null;
}
