import type { ListFilters } from '#platform/documents/document-list.ts';
import type { batchList } from '../list.ts';
import type {
  CreateBatchInput,
  CreateFromPlanInput,
  PatchBatchInput,
  PrintLabelsInput,
  RecordPrepInput,
} from '../input.ts';
import {
  branchExpectedDemand,
  type CreateFromPlanResult,
  createFromPlanResult,
  outdatedLabels,
  type ProductionBatch,
  productionBatch,
  type ProductionPlan,
  productionPlan,
} from '../shapes.ts';
import { unwrapDocument } from '#platform/shapes/tolerant.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { productionActionMessages } from './action-messages.ts';

export type BatchFilters = ListFilters<typeof batchList>;

const editPath = (id: string) => `/production?view=batches${id === '' ? '' : `&row=${id}`}`;

const calls = documentCalls<ProductionBatch>({
  collection: 'production-batches',
  read: createReader(productionBatch),
  // Production changes stock on hand.
  invalidates: ['stock_data'],
  editPath,
});

/** Queries batches without lines, newest first by default. */
export const batchesQuery = (filters: BatchFilters = {}) => calls.list(filters);

/** Queries one batch with its lines, parts and available actions. */
export const batchQuery = calls.one;

/** Plans a batch. In the queue, the action is labelled with the recipe name. */
export const createBatchAction = calls.create<{
  localId: string;
  recipeName: string;
  input: CreateBatchInput;
}>({
  name: 'create',
  label: ({ recipeName }) => getMessages(productionActionMessages).create(recipeName),
});

/** Changes used and produced quantities, or completes a part; never the status. */
export const editBatchAction = calls.change<Omit<PatchBatchInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record: { number: no } }) => getMessages(productionActionMessages).change(no),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes a batch's status. */
export const moveBatchAction = calls.change<{ status: NonNullable<PatchBatchInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record: { number: no }, input }) => getMessages(productionActionMessages).move(no, input.status),
  dedupeKey: ({ status }) => status,
});

/** Records a batch's printed labels; printing doesn't wait for the request. */
export const recordPrintedLabelsAction = defineAction<
  { localId: string; record: ProductionBatch; input: PrintLabelsInput },
  null
>({
  kind: 'production-batches.labels',
  document: ({ record: { _id } }) => `production-batches/${_id}`,
  request: ({ record: { _id }, input }) => ({
    method: 'post',
    path: `production-batches/${encodeURIComponent(_id)}/labels`,
    body: input,
  }),
  label: ({ record: { number: no } }) => getMessages(productionActionMessages).labels(no),
  dedupeKey: ({ localId }) => `production-batches.labels ${localId}`,
  isSingleUse: true,
  editPath: ({ record: { _id } }) => editPath(encodeURIComponent(_id)),
  read: () => null,
  onSent(_answer, queryClient) {
    void queryClient.invalidateQueries({ queryKey: ['production-batches_data'] });
  },
});

/** Queries batches whose printed labels are outdated; refetched with batches and when an item changes. */
export const outdatedLabelsQuery = () =>
  readQuery({
    collection: 'production-batches_data',
    key: ['outdated-labels'],
    lifetime: 'orders',
    path: 'production/outdated-labels',
    read: (reply) => readRows(reply, outdatedLabels),
  });

/** Deletes a batch that has not been started. */
export const removeBatchAction = calls.remove({
  name: 'remove',
  label: ({ record: { number: no } }) => getMessages(productionActionMessages).remove(no),
});

/** Queries a kitchen's production plan for a day, for orders only or including the forecast. */
export const planQuery = (kitchen: string, day: string, demand: ProductionPlan['demand']) =>
  readQuery({
    collection: 'production-batches_data',
    key: ['plan', kitchen, day, demand],
    lifetime: 'orders',
    path: 'production/plan',
    search: { kitchen, day, demand },
    read: (reply) => readObject(productionPlan, reply.data),
  });

/** Queries the branches' expected demand for an item on a day beyond their orders, with its calculation. */
export const expectedDemandQuery = (kitchen: string, day: string, itemId: string) =>
  readQuery({
    collection: 'production-batches_data',
    key: ['expected', kitchen, day, itemId],
    lifetime: 'orders',
    path: 'production/plan/expected',
    search: { kitchen, day, itemId },
    read: (reply) => readRows(reply, branchExpectedDemand),
  });

/** Creates a plan's batches, and purchase drafts for missing ingredients. */
export const createBatchesFromPlanAction = defineAction<
  { localId: string; input: CreateFromPlanInput },
  CreateFromPlanResult
>({
  kind: 'production-batches.plan',
  document: ({ localId }) => `production-batches/${localId}`,
  request: ({ input }) => ({ method: 'post', path: 'production/plan', body: input }),
  label: ({ input }) => getMessages(productionActionMessages).plan(input.day),
  dedupeKey: ({ localId }) => `production-batches.plan ${localId}`,
  isSingleUse: true,
  editPath: () => '/production',
  read: (reply) => readObject(createFromPlanResult, reply),
  onSent(_created, queryClient) {
    for (const key of ['production-batches_data', 'purchase-orders_data'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  },
});

/** Pages that show prep lists; the first that the user may open is used. */
const prepPages = ['/production/prep', '/branch-order/inventory-control/prep'] as const;

/** Posts an item of a prep list as made. `itemName` is its label in the queue. */
export const recordPrepAction = defineAction<
  { localId: string; itemName: string; input: RecordPrepInput },
  ProductionBatch | null
>({
  kind: 'production-batches.prep',
  document: ({ localId, input }) => `production-batches/${input.batchId ?? localId}`,
  request: ({ input }) => ({ method: 'post', path: 'production/prep', body: input }),
  label: ({ itemName }) => getMessages(productionActionMessages).prep(itemName),
  dedupeKey: ({ input: { kitchen, day, recipeId, batchId = '', shownMadeQty } }) =>
    `production-batches.prep ${kitchen} ${day} ${recipeId} ${batchId} ${shownMadeQty}`,
  editPath: () => pickAllowedPage(...prepPages),
  read: (reply) => createReader(productionBatch)(unwrapDocument(reply)),
  onSent(_batch, queryClient) {
    for (const key of ['production-batches_data', 'stock_data'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  },
});

const readProducibleRecipe = createReader({
  _id: 'key',
  outputItem: 'required id',
  name: 'name',
  nameAlt: 'text?',
});

/** Queries recipes that produce a stocked item, by name. */
export const producibleRecipesQuery = () =>
  readQuery({
    collection: 'recipes_data',
    key: ['makeable'],
    lifetime: 'orders',
    path: 'recipes',
    search: { limit: 500, isActive: 'true' },
    read: (reply) =>
      readList(reply, readProducibleRecipe).rows.map(({ _id, outputItem, name }) => ({
        _id,
        itemId: outputItem,
        name,
      })),
  });
