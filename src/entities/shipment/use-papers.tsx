import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { zplOf } from '#domain/labels/zpl.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { pieceWeightsQuery } from '#src/collections/items/piece-weights.ts';
import { notePartiesQuery } from '#src/collections/documents/note-parties.ts';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { printPaper } from '#src/entities/document/paper.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { sayError } from '#src/lib/api/own-words.ts';
import { download } from '#src/lib/format/csv.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { LabelSheet } from './label-sheet.tsx';
import { crateLabels, itemLabels, type LabelSources } from './labels.ts';
import { shipmentMessages } from './messages.ts';
import { inStops, Notes, RunSheet, type OrderPapers } from './run-sheet.tsx';

/** What can be made of orders: their notes, the run sheet with them, labels on paper, or a file for a label printer. */
export type Paper = 'notes' | 'run' | 'labels' | 'zpl' | 'lots' | 'lotsZpl';

/** Loads orders and prints one of their papers. */
export function usePapers() {
  const t = useMessages(shipmentMessages).papers;
  const queryClient = useQueryClient();
  const [isLoading, setLoading] = useState(false);

  async function readOrders(ids: readonly string[]): Promise<OrderPapers[]> {
    return Promise.all(
      ids.map(async (id) => ({
        order: await queryClient.fetchQuery(orderQuery(id)),
        parties: await queryClient.fetchQuery(notePartiesQuery(id)).catch(() => null),
      })),
    );
  }

  async function readSources(): Promise<LabelSources> {
    // A label says less where one of these cannot be read.
    const [branches, sections, items, weights] = await Promise.all([
      queryClient.fetchQuery(branchesQuery()).catch(() => []),
      queryClient.fetchQuery(activeSectionsQuery()).catch(() => []),
      queryClient.fetchQuery(compactItemsQuery()).catch(() => []),
      queryClient.fetchQuery(pieceWeightsQuery()).catch(() => new Map<string, number>()),
    ]);
    return {
      branches,
      sections,
      barcodes: new Map(items.map(({ _id, barcodes }) => [_id, barcodes])),
      weighed: new Set(weights.keys()),
    };
  }

  async function make(kind: Paper, ids: readonly string[]): Promise<void> {
    if (isLoading) return;
    setLoading(true);
    try {
      const [orders, sources] = await Promise.all([readOrders(ids), readSources()]);
      const papers = inStops(orders, sources.branches);
      if (kind === 'notes') return printPaper(<Notes papers={papers} />, 'document');
      if (kind === 'run')
        return printPaper(<RunSheet papers={papers} branches={sources.branches} />, 'document');
      const labels = papers.flatMap(({ order }) =>
        kind === 'lots' || kind === 'lotsZpl' ? itemLabels(order, sources) : crateLabels(order, sources),
      );
      if (labels.length === 0) toast(t.none);
      else if (kind === 'zpl' || kind === 'lotsZpl')
        download('labels.zpl', zplOf(labels), 'text/plain;charset=utf-8');
      else printPaper(<LabelSheet labels={labels} />, 'sticker');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(sayError(error, t.failed));
    } finally {
      setLoading(false);
    }
  }

  return { make, isLoading };
}
