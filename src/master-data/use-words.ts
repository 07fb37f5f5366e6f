import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import type { Words } from './field-value.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { referredBy } from './resource-columns.tsx';
import { useCurrencyOf } from '#src/entities/reference/row-currency.ts';
import { useNames } from '#src/entities/reference/use-names.ts';

/** What the values of these fields are put into words with: names of what they refer to, and what amounts are in. */
export function useWords(name: CollectionKey, fields: readonly string[]): Words {
  const resource = definitionOf(name);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  return {
    texts,
    t: useMessages(resourceListMessages),
    names: useNames(referredBy(resource, fields)),
    currencyOf: useCurrencyOf(resource, fields),
  };
}
