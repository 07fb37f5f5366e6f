import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';

export const typicalPurchaseQueryParams = z.object({ place: id, supplier: id.optional() });
export const typicalTransferQueryParams = z.object({ from: id, to: id });
export const typicalBatchQueryParams = z.object({ kitchen: id });
