import { listQuery } from '#platform/documents/document-list-query.ts';
import { batchList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { sql } from 'kysely';
import {
  createBatchInput,
  expectedQueryParams,
  createFromPlanInput,
  patchBatchInput,
  planQueryParams,
  printLabelsInput,
  recordPrepInput,
} from '../input.ts';
import { branchExpectedDemand, createFromPlanResult, outdatedLabels, productionPlan } from '../shapes.ts';
import { recipeNutrition } from '#modules/recipes/shapes.ts';
import { batchSummary, productionBatch } from '../shapes.ts';
import { typicalBatchQueryParams } from '#platform/documents/typical-quantities.ts';
import { typicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { batchDocument } from './definition.ts';
import { documentExists } from '#platform/documents/server/numbering-and-events.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { loadTypicalQuantities } from '#platform/documents/server/typical-quantities.ts';
import { readRoute, writeRoute } from '#platform/server/http/route.ts';
import { createBatch } from './create.ts';
import { editBatch } from './edit.ts';
import { listExpectedDemandForItem } from './expected-demand.ts';
import { listOutdatedLabels, recordPrintedLabels } from './labels.ts';
import { loadBatchNutrition } from './nutrition.ts';
import { createFromPlan } from './create-from-plan.ts';
import { changeBatchStatus, removeBatch } from './status.ts';
import { getPlan } from './plan.ts';
import { recordPrep } from './record-prep.ts';
import { presentBatch, toBatchSummary } from './present.ts';
import { batchStore, type BatchHeader } from './rows.ts';

export const productionRoutes = [
  ...documentRoutes({
    store: batchStore,
    response: productionBatch,
    present: presentBatch,
    list: {
      summary: 'Production batches in scope, newest first',
      query: listQuery(batchList),
      response: listOf(batchSummary),
      run: ({ db, query }, actor) =>
        listDocuments(db, actor, batchDocument, query, (header: BatchHeader) =>
          toBatchSummary(header, actor),
        ),
    },
    one: {
      summary: 'One batch with its inputs and outputs, parts, history and allowed transitions',
    },
    create: {
      summary: 'Plan a batch of a recipe',
      body: createBatchInput,
      run: createBatch,
    },
    change: {
      method: 'patch',
      flag: 'anyWrite',
      summary: 'Edit a batch, finish a part with `part`, or change its status with `{ status }` alone',
      body: patchBatchInput,
      async run(ctx, loaded, { status, ...edit }, check) {
        if (status === undefined) await editBatch(ctx, loaded, edit, check);
        else await changeBatchStatus(ctx, loaded, status, check);
        return loaded;
      },
    },
    remove: { summary: 'Delete a batch that was not started', run: removeBatch },
  }),
  writeRoute({
    method: 'post',
    path: '/production-batches/:id/labels',
    access: { kind: 'collection', collection: 'production-batches', flag: 'anyWrite' },
    summary: 'Record printed labels of a batch, so that outdated ones can be found later',
    body: printLabelsInput,
    response: productionBatch,
    exists: documentExists(batchDocument),
    async run(ctx) {
      const command = createCommandContext(ctx);
      const batch = await batchStore.lock(ctx.db, command.actor, ctx.params['id'] ?? '');
      await recordPrintedLabels(command, batch, ctx.body);
      return {
        status: 201,
        body: await presentBatch(ctx.db, batch, command.actor),
        version: batch.header.version,
      };
    },
  }),
  readRoute({
    path: '/production-batches/:id/nutrition',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canView' },
    summary: 'Nutrition values and ingredient list of a batch, based on its recipe version and actual usage',
    response: recipeNutrition,
    exists: documentExists(batchDocument),
    async run({ db, actor, params }) {
      const batch = await batchStore.read(db, requireActor(actor), params['id'] ?? '');
      return { status: 200, body: await loadBatchNutrition(db, batch) };
    },
  }),
  readRoute({
    path: '/production/outdated-labels',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canView' },
    summary: 'Batches whose printed labels are outdated: allergens, use-by date, or a reversed part',
    response: listOf(outdatedLabels),
    run: async ({ db, actor, now }) => ({
      status: 200,
      body: await listOutdatedLabels(db, requireActor(actor), now),
    }),
  }),
  readRoute({
    path: '/production/plan',
    isLong: () => true,
    access: { kind: 'collection', collection: 'production-batches', flag: 'canView' },
    summary: 'Production plan of a kitchen for a day by level, with the sources of each quantity',
    query: planQueryParams,
    response: productionPlan,
    run: async ({ db, actor, query, now }) => ({
      status: 200,
      body: await getPlan(db, requireActor(actor), query, now),
    }),
  }),
  readRoute({
    path: '/production/typical-quantities',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canView' },
    summary:
      'Typical quantities: the largest planned quantity of each item in a kitchen’s recent batches, in its base unit',
    query: typicalBatchQueryParams,
    response: listOf(typicalQuantity),
    async run({ db, actor, query: { kitchen } }) {
      const lines = {
        table: 'productionLines',
        document: 'batchId',
        qty: 'neededQtyMicro',
        unitOrPackId: sql.ref('side'),
        where: sql`side = 'out'`,
      };
      const typicalLines = {
        table: 'productionBatches',
        parties: { kitchen },
        statuses: ['Completed'],
        lines,
      };
      return {
        status: 200,
        body: await loadTypicalQuantities(db, { actor, places: [kitchen] }, typicalLines),
      };
    },
  }),
  readRoute({
    path: '/production/plan/expected',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canView' },
    summary: 'Expected demand of branches for an item on a day beyond their orders, with its calculation',
    query: expectedQueryParams,
    response: listOf(branchExpectedDemand),
    run: async ({ db, actor, query, now }) => ({
      status: 200,
      body: await listExpectedDemandForItem(db, requireActor(actor), query, now),
    }),
  }),
  writeRoute({
    method: 'post',
    path: '/production/plan',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canCreate' },
    summary: 'Create the batches of a plan and purchase drafts for missing ingredients, all or none',
    body: createFromPlanInput,
    response: createFromPlanResult,
    async run(ctx) {
      return { status: 201, body: await createFromPlan(createCommandContext(ctx), ctx.body) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/production/prep',
    access: { kind: 'collection', collection: 'production-batches', flag: 'canCreate' },
    summary: 'Record an item of a prep list as made, finishing its open batch or a new one',
    body: recordPrepInput,
    response: productionBatch,
    async run(ctx) {
      const command = createCommandContext(ctx);
      const batch = await recordPrep(command, ctx.body);
      const body = await presentBatch(ctx.db, batch, command.actor);
      return { status: 201, body, version: batch.header.version };
    },
  }),
];
