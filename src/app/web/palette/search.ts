import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentHit } from '#platform/documents/document-search-shape.ts';
import { branches } from '#modules/branches/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { readText } from '#platform/shapes/tolerant.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import {
  documentSearchQuery,
  type SearchableDocument,
  getCachedDocuments,
  pendingDocumentsQuery,
  toSearchHit,
} from '#modules/documents/web/queries/document-search.ts';
import { type CompactItem, compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { itemSearchQuery } from '#modules/items/web/queries/item-search.ts';
import {
  type ResourceRow,
  type ResourceSource,
  resourceQuery,
} from '#modules/master-data/web/queries/resources.ts';
import { type Person, peopleQuery } from '#modules/people/web/queries/people.ts';
import { searchItems } from '#modules/items/web/search-items.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { createSearch } from '#platform/web/rank.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { useDebouncedValue } from '#platform/web/use-debounced-value.ts';
import { canReadDocuments, searchableDocumentKinds } from './document-kinds.ts';

/** Number of results shown per kind. */
const shownPerKind = 6;
/** Lists are sorted by name; the best matches are picked from this many rows. */
const fetchedPerKind = 30;
const minQueryLength = 2;
/** Maximum query length of the document search; no record has a longer name. */
const maxQueryLength = 100;
const pauseMs = 200;

const noResults = { documents: [], items: [], recipes: [], suppliers: [], branches: [], people: [] } as const;

/**
 * Searches documents of every kind, items, recipes, suppliers, branches and users. Loaded data is searched
 * immediately, the server when typing pauses. Queries of fewer than two letters return nothing, and records
 * that the user may not open are left out. `isIncomplete` is set if the server did not respond.
 */
export function usePaletteSearch(query: string, user: SessionUser) {
  const queryClient = useQueryClient();
  const trimmedQuery = query.trim();
  const settledQuery = useDebouncedValue(trimmedQuery, pauseMs);
  const isSearchable = settledQuery.length >= minQueryLength && settledQuery.length <= maxQueryLength;
  const documents = useQuery({
    ...documentSearchQuery(settledQuery, shownPerKind),
    enabled: isSearchable && canReadDocuments(user),
    placeholderData: keepPreviousData,
  });
  const items = useQuery({
    ...itemSearchQuery(settledQuery, fetchedPerKind),
    enabled: isSearchable && canRead(user, 'items'),
    placeholderData: keepPreviousData,
  });
  const rowsQuery = (source: ResourceSource, page: string) => ({
    ...resourceQuery(source, { q: settledQuery, limit: fetchedPerKind }),
    enabled: isSearchable && canRead(user, source.collection) && canOpenPage(user, page),
    placeholderData: keepPreviousData,
  });
  const recipeRows = useQuery(rowsQuery(recipes, '/menu'));
  const supplierRows = useQuery(rowsQuery(suppliers, '/procurements/settings/supplier'));
  const branchRows = useQuery(rowsQuery(branches, '/branches'));
  const people = useQuery({
    ...peopleQuery({ q: settledQuery, limit: fetchedPerKind }),
    enabled: isSearchable && canRead(user, 'users') && canOpenPage(user, '/user'),
    placeholderData: keepPreviousData,
  });
  // Snapshot taken when the palette opens, so that loaded data doesn't change while typing.
  const [loaded] = useState(() => ({
    documents: getCachedDocuments(queryClient).filter(({ collection }) =>
      searchableDocumentKinds.some((kind) => kind === collection && canRead(user, kind)),
    ),
    items: queryClient.getQueryData<CompactItem[]>(compactItemsQuery().queryKey) ?? [],
  }));
  if (trimmedQuery.length < minQueryLength) return { ...noResults, isSearching: false, isIncomplete: false };

  /**
   * Ranks results, best match first. Results of an earlier query are reused if they match the current one.
   */
  const mergeResults = <T extends { _id: string }>(
    { isPlaceholderData }: { isPlaceholderData: boolean },
    rows: readonly T[] | undefined,
    search: (query: string, rows: readonly T[]) => T[],
    loadedRows: readonly T[] = [],
  ) => {
    const isCurrent = settledQuery === trimmedQuery && !isPlaceholderData;
    return mergeById([...loadedRows, ...search(trimmedQuery, rows ?? [])], isCurrent ? (rows ?? []) : []);
  };
  const loadedDocumentHits = searchLoaded(trimmedQuery, loaded.documents).map((document) =>
    toSearchHit(document, trimmedQuery),
  );
  const queries = [documents, items, recipeRows, supplierRows, branchRows, people];
  const isSettled = settledQuery === trimmedQuery;
  return {
    documents: searchableDocumentKinds.flatMap((kind) => {
      const filterKind = <D extends DocumentHit>(hits: readonly D[] | undefined) =>
        hits?.filter(({ collection }) => collection === kind);
      return mergeResults(
        documents,
        filterKind(documents.data),
        searchDocuments,
        filterKind(loadedDocumentHits),
      );
    }),
    items: mergeResults(items, items.data, searchItems, searchItems(trimmedQuery, loaded.items)),
    recipes: mergeResults(recipeRows, recipeRows.data?.rows, searchRows),
    suppliers: mergeResults(supplierRows, supplierRows.data?.rows, searchRows),
    branches: mergeResults(branchRows, branchRows.data?.rows, searchRows),
    people: mergeResults(people, people.data?.rows, searchPeople),
    isSearching: !isSettled || queries.some(({ isFetching }) => isFetching),
    isIncomplete: isSettled && queries.some(({ error }) => error !== null && !isMissingEndpoint(error)),
  };
}

/** Loads the documents that are waiting for the user's action. */
export function usePendingWork(isEnabled: boolean, user: SessionUser) {
  const { data } = useQuery({ ...pendingDocumentsQuery(), enabled: isEnabled && canReadDocuments(user) });
  return (isEnabled && data) || [];
}

const toSearchFields = ({ number, matchedText, branchName, branchNameAlt }: DocumentHit) => ({
  names: [number],
  codes: [matchedText],
  notes: [branchName, branchNameAlt],
});
const searchDocuments = createSearch<DocumentHit>(toSearchFields);
const searchLoaded = createSearch<SearchableDocument>((document) => ({
  ...toSearchFields(document),
  codes: document.searchableTexts,
}));
const searchRows = createSearch<ResourceRow>(({ name, nameAlt, values }) => ({
  names: [name, nameAlt],
  codes: [readText(values['code'])],
}));
const searchPeople = createSearch<Person>(({ name, email }) => ({ names: [name], codes: [email] }));

/**
 * Merges results without duplicates. Loaded results come first, so that nothing moves when the response
 * arrives; the server's version of a row replaces the loaded one.
 */
function mergeById<T extends { _id: string }>(first: readonly T[], fetched: readonly T[]): T[] {
  const byId = new Map([...first, ...fetched].map((row) => [row._id, row]));
  return [...byId.values()].slice(0, shownPerKind);
}
