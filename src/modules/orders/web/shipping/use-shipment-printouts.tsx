import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toZpl } from '#core/labels/zpl.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { pieceWeightsQuery } from '#modules/items/web/queries/piece-weights.ts';
import { notePartiesQuery } from '#modules/documents/web/queries/note-parties.ts';
import { orderQuery } from '../queries/queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { printContent } from '#platform/documents/web/printout.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { LabelSheet } from './label-sheet.tsx';
import { buildCrateLabels, buildItemLabels, type LabelSources } from './labels.ts';
import { shipmentMessages } from './messages.ts';
import { sortByStop, DeliveryNotes, RunSheet, type OrderPrintout } from './run-sheet.tsx';

/**
 * Printouts of orders: delivery notes, run sheet with delivery notes, labels on paper, or a label printer
 * file.
 */
export type ShipmentPrintout = 'notes' | 'run' | 'labels' | 'zpl' | 'lots' | 'lotsZpl';

/** Loads orders and prints one of their printouts. */
export function useShipmentPrintouts() {
  const t = useMessages(shipmentMessages).printouts;
  const queryClient = useQueryClient();
  const [isLoading, setLoading] = useState(false);

  async function readOrders(ids: readonly string[]): Promise<OrderPrintout[]> {
    return Promise.all(
      ids.map(async (id) => ({
        order: await queryClient.fetchQuery(orderQuery(id)),
        parties: await queryClient.fetchQuery(notePartiesQuery(id)).catch(() => null),
      })),
    );
  }

  async function readSources(): Promise<LabelSources> {
    // Labels omit data that can't be loaded.
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
      catchWeightIds: new Set(weights.keys()),
    };
  }

  async function print(kind: ShipmentPrintout, ids: readonly string[]): Promise<void> {
    if (isLoading) return;
    setLoading(true);
    try {
      const [orders, sources] = await Promise.all([readOrders(ids), readSources()]);
      const sortedOrders = sortByStop(orders, sources.branches);
      if (kind === 'notes') return printContent(<DeliveryNotes printouts={sortedOrders} />, 'document');
      if (kind === 'run')
        return printContent(<RunSheet printouts={sortedOrders} branches={sources.branches} />, 'document');
      const labels = sortedOrders.flatMap(({ order }) =>
        kind === 'lots' || kind === 'lotsZpl'
          ? buildItemLabels(order, sources)
          : buildCrateLabels(order, sources),
      );
      if (labels.length === 0) toast(t.none);
      else if (kind === 'zpl' || kind === 'lotsZpl')
        downloadFile('labels.zpl', toZpl(labels), 'text/plain;charset=utf-8');
      else printContent(<LabelSheet labels={labels} />, 'sticker');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(getErrorMessage(error, t.failed));
    } finally {
      setLoading(false);
    }
  }

  return { print, isLoading };
}
