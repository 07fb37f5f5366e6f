import type { QueryClient } from '@tanstack/react-query';
import { setupProgress, type SetupProgress } from '../../setup-progress-shapes.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isUnavailable } from '#platform/web/api/missing-endpoint.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the setup progress up to the first received order; refetched on every mount. Null without
 * permission, or if the server has no such endpoint (API.md, "Tolerance").
 */
export function setupProgressQuery() {
  const query = readQuery({
    collection: 'settings_data',
    key: ['progress'],
    lifetime: 'other',
    path: 'settings/progress',
    // The response contains an order, which the document reader would mistake for the document itself.
    read: (reply) => readProgress(readRecord(reply.data)),
  });
  return {
    ...query,
    refetchOnMount: 'always' as const,
    async queryFn(context: { signal: AbortSignal }): Promise<SetupProgress | null> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isUnavailable(error) || (error instanceof ApiError && error.status === 403)) return null;
        throw error;
      }
    },
  };
}

/** Null for an unexpected response. */
const readProgress = createReader(setupProgress);

/** Refetches all data that setup changes; the progress last. */
export async function refetchSetup(queryClient: QueryClient): Promise<void> {
  const countedKinds = ['units', 'currencies', 'branches', 'categories', 'sections', 'items'];
  for (const name of countedKinds) void queryClient.invalidateQueries({ queryKey: [`${name}_data`] });
  void queryClient.invalidateQueries({ queryKey: ['sections_active'] });
  await queryClient.invalidateQueries({ queryKey: ['settings_data'] });
}

/** Refetches the data that opening stock changes: progress, imports and, last, stock. */
export async function refetchOpeningStock(queryClient: QueryClient): Promise<void> {
  for (const queryKey of [['settings_data'], ['imports_data']])
    void queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey: ['stock_data'] });
}

/** Sets the name of the business. Throws `ApiError`. */
export async function sendBusinessName(businessName: string, idempotencyKey: string): Promise<void> {
  await api.send('put', 'settings', { json: { businessName }, idempotencyKey });
}
