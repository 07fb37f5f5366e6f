import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { suggestionsQuery } from '#src/collections/orders/guide.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { buildGuide } from './guide-rows.ts';
import { orderTexts } from '../messages.ts';

/**
 * The guide of a branch, joined. Sections, items and units make it better (order, barcodes, packs) and are waited
 * for, but it does without any of them.
 */
export function useGuide(branch: string, deliveryDate: string) {
  const t = useMessages(orderTexts).guide;
  const suggestions = useQuery({
    ...suggestionsQuery(branch, deliveryDate || undefined),
    placeholderData: keepPreviousData,
  });
  const sections = useQuery(activeSectionsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());

  const guide = useMemo(
    () =>
      buildGuide(
        {
          suggestions: suggestions.data?.rows ?? [],
          sections: sections.data ?? [],
          items: items.data ?? [],
          units: units.data ?? [],
        },
        t.otherSection,
      ),
    [suggestions.data, sections.data, items.data, units.data, t.otherSection],
  );
  return {
    guide,
    isPending: suggestions.isPending || sections.isPending || items.isPending || units.isPending,
    /** Set when there is nothing to show. */
    error: suggestions.data ? null : suggestions.error,
    /** Epoch ms of what is shown, when it could not be renewed; null while it is fresh. */
    savedFrom: suggestions.data && suggestions.isError ? suggestions.dataUpdatedAt : null,
    skipped: suggestions.data?.skipped ?? 0,
    retry: () => void suggestions.refetch(),
  };
}
