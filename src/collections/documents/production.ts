import { readQuantity, readFields } from '#contract/read-shape.ts';
import {
  batchSummary,
  batchLine,
  type BatchLine,
  type BatchPart,
  type ProductionBatch,
} from '#contract/shapes/production.ts';
import type {
  CreateBatchInput,
  ExpectedOfItem,
  MadePlan,
  MakePlanInput,
  OutdatedLabels,
  PatchBatchInput,
  PlanRow,
  PrintLabelsInput,
  ProductionPlan,
} from '#contract/production.ts';
import { labelCauses, type OutdatedReason } from '#domain/production/printed-labels.ts';
import {
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readReference,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { readRecords } from '../orders/read.ts';
import { readList, readQuery } from '../read-query.ts';
import { documentCalls } from './document-calls.ts';
import { readStep } from './history.ts';
import { productionActionMessages } from './production-messages.ts';

/** Filters of `GET /production-batches`, named as on the wire. Omitted: all. */
export interface BatchFilters {
  status?: string | undefined;
  kitchen?: string | undefined;
  shift?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

const editPath = (id: string) => `/production?view=batches${id === '' ? '' : `&row=${id}`}`;

const calls = documentCalls<ProductionBatch>({
  collection: 'production-batches',
  read: readBatch,
  // Production changes stock on hand.
  renews: ['stock_data'],
  editPath,
});

/** Queries batches without lines, newest first by default. */
export const batchesQuery = (filters: BatchFilters = {}) => calls.list(filters);

/** Queries one batch with its lines, parts and available actions. */
export const batchQuery = calls.one;

/** Plans a batch. `what` is its label in the queue. */
export const createBatchAction = calls.create<{ localId: string; what: string; input: CreateBatchInput }>({
  name: 'create',
  label: ({ what }) => messagesOf(productionActionMessages).create(what),
});

/** Changes used and produced quantities, or completes a part; never the status. */
export const editBatchAction = calls.change<Omit<PatchBatchInput, 'status'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record: { number: no } }) => messagesOf(productionActionMessages).change(no),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Changes the status of a batch. */
export const moveBatchAction = calls.change<{ status: NonNullable<PatchBatchInput['status']> }>({
  name: 'move',
  method: 'patch',
  label: ({ record: { number: no }, input }) => messagesOf(productionActionMessages).move(no, input.status),
  dedupeKey: ({ status }) => status,
});

/** Records printed labels of a batch; printing itself does not wait for it. */
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
  label: ({ record: { number: no } }) => messagesOf(productionActionMessages).labels(no),
  dedupeKey: ({ localId }) => `production-batches.labels ${localId}`,
  isOnce: true,
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
    read: (reply) =>
      readList(reply, (row): OutdatedLabels | null => {
        const batchId = readText(row['batchId']);
        if (batchId === null) return null;
        const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
        return {
          batchId,
          number: readText(row['number']) ?? batchId,
          itemName: names.name,
          itemNameAlt: names.nameAlt,
          lots: readTexts(row['lots']),
          why: readTexts(row['why']).filter(isOutdatedBy),
        };
      }).rows,
  });

/** Deletes a batch that has not been started. */
export const removeBatchAction = calls.remove({
  name: 'remove',
  label: ({ record: { number: no } }) => messagesOf(productionActionMessages).remove(no),
});

/** Queries a kitchen's production plan of a day, for orders only or including the forecast. */
export const planQuery = (kitchen: string, day: string, demand: ProductionPlan['demand']) =>
  readQuery({
    collection: 'production-batches_data',
    key: ['plan', kitchen, day, demand],
    lifetime: 'orders',
    path: 'production/plan',
    search: { kitchen, day, demand },
    read: (reply): ProductionPlan => {
      const plan = readRecord(reply.data);
      return {
        kitchen: readText(plan['kitchen']) ?? kitchen,
        day: readText(plan['day']) ?? day,
        stamp: readText(plan['stamp']) ?? '',
        // A server without forecasts always plans for orders only.
        demand: plan['demand'] === 'expected' ? 'expected' : 'orders',
        rows: readRecords(plan['rows']).flatMap((row) => readRow(row) ?? []),
        withoutForecast: readRecords(plan['withoutForecast']).map((row) => {
          const branch = readText(row['branch']) ?? '';
          const names = shownNames(readText(row['branchName']) ?? branch, readText(row['branchNameAlt']));
          return { branch, branchName: names.name, branchNameAlt: names.nameAlt };
        }),
      };
    },
  });

/** Queries which branches are expected to need an item on a day beyond their orders, and why. */
export const expectedQuery = (kitchen: string, day: string, itemId: string) =>
  readQuery({
    collection: 'production-batches_data',
    key: ['expected', kitchen, day, itemId],
    lifetime: 'orders',
    path: 'production/plan/expected',
    search: { kitchen, day, itemId },
    read: (reply) => readList(reply, readExpected).rows,
  });

/** Creates the batches of a plan, and purchase drafts for missing ingredients. */
export const createBatchesFromPlanAction = defineAction<{ localId: string; input: MakePlanInput }, MadePlan>({
  kind: 'production-batches.plan',
  document: ({ localId }) => `production-batches/${localId}`,
  request: ({ input }) => ({ method: 'post', path: 'production/plan', body: input }),
  label: ({ input }) => messagesOf(productionActionMessages).plan(input.day),
  dedupeKey: ({ localId }) => `production-batches.plan ${localId}`,
  isOnce: true,
  editPath: () => '/production',
  read(answer) {
    const made = readRecord(answer);
    const named = (row: JsonRecord) => ({ _id: readId(row) ?? '', number: readText(row['number']) ?? '' });
    return {
      batches: readRecords(made['batches']).map((row) => ({
        ...named(row),
        itemId: readText(row['itemId']) ?? '',
      })),
      orders: readRecords(made['orders']).map((row) => ({
        ...named(row),
        supplierName: readText(row['supplierName']) ?? '',
      })),
      unsold: readTexts(made['unsold']),
      drafts: readRecords(made['drafts']).map(named),
    };
  },
  onSent(_made, queryClient) {
    for (const key of ['production-batches_data', 'purchase-orders_data'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  },
});

/** Queries recipes that produce a stocked item, by name. */
export const makeableQuery = () =>
  readQuery({
    collection: 'recipes_data',
    key: ['makeable'],
    lifetime: 'orders',
    path: 'recipes',
    search: { limit: 500, isActive: 'true' },
    read: (reply) =>
      readList(reply, (row) => {
        const [_id, itemId] = [readId(row), readReference(row['outputItem'])?.id ?? null];
        if (_id === null || itemId === null) return null;
        return { _id, itemId, name: shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])).name };
      }).rows,
  });

function readRow(row: JsonRecord): PlanRow | null {
  const itemId = readReference(row['itemId'])?.id;
  if (itemId === undefined) return null;
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  const section = shownNames(readText(row['sectionName']) ?? '', readText(row['sectionNameAlt']));
  const figure = (name: string) => readQuantity(row[name]) ?? 0;
  return {
    itemId,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitSymbol: readText(row['unitSymbol']) ?? '',
    section: readText(row['section']),
    sectionName: section.name || null,
    sectionNameAlt: section.nameAlt,
    recipeId: readReference(row['recipeId'])?.id ?? null,
    needed: figure('needed'),
    expected: figure('expected'),
    onHand: figure('onHand'),
    claimed: figure('claimed'),
    planned: figure('planned'),
    coming: figure('coming'),
    missing: figure('missing'),
    toMake: figure('toMake'),
    batches: readNumberValue(row['batches']) ?? 0,
    sources: readRecords(row['sources']).map((source) => {
      const [by, branch] = [
        shownNames(readText(source['name']) ?? '', readText(source['nameAlt'])),
        shownNames(readText(source['branchName']) ?? '', readText(source['branchNameAlt'])),
      ];
      return {
        kind: sourceKinds.find((kind) => kind === source['kind']) ?? 'item',
        id: readText(source['id']) ?? '',
        name: by.name,
        nameAlt: by.nameAlt,
        branchName: branch.name || null,
        branchNameAlt: branch.nameAlt,
        qty: readQuantity(source['qty']) ?? 0,
      };
    }),
    plannedBy: readRecords(row['plannedBy']).map((batch) => ({
      id: readText(batch['id']) ?? '',
      number: readText(batch['number']) ?? '',
      qty: readQuantity(batch['qty']) ?? 0,
    })),
  };
}

const sourceKinds = ['order', 'batch', 'item', 'forecast'] as const;

function readExpected(row: JsonRecord): ExpectedOfItem | null {
  const branch = readReference(row['branch'])?.id;
  if (branch === undefined) return null;
  const names = shownNames(readText(row['branchName']) ?? branch, readText(row['branchNameAlt']));
  const why = readRecord(row['why']);
  const source = (['sold', 'used', 'ordered'] as const).find((each) => each === why['source']);
  return {
    branch,
    branchName: names.name,
    branchNameAlt: names.nameAlt,
    qty: readQuantity(row['qty']) ?? 0,
    unitSymbol: readText(row['unitSymbol']) ?? '',
    why:
      source === undefined
        ? null
        : {
            source,
            weekday: readNumberValue(why['weekday']) ?? 1,
            average: readQuantity(why['average']) ?? 0,
            lastFour: readQuantity(why['lastFour']),
            isShared: why['isShared'] === true,
            covers: readTexts(why['covers']),
          },
  };
}

function readBatch(row: JsonRecord): ProductionBatch | null {
  const _id = readId(row);
  if (_id === null) return null;
  const named = (name: 'recipe' | 'kitchen' | 'item') =>
    shownNames(readText(row[`${name}Name`]) ?? '', readText(row[`${name}NameAlt`]));
  const [recipe, kitchen, item] = [named('recipe'), named('kitchen'), named('item')];
  return {
    ...readFields(batchSummary, row, {
      _id,
      number: readText(row['number']) ?? _id,
      recipeName: recipe.name,
      recipeNameAlt: recipe.nameAlt,
      kitchenName: kitchen.name,
      kitchenNameAlt: kitchen.nameAlt,
      itemName: item.name,
      itemNameAlt: item.nameAlt,
    }),
    allergens: readAllergens(row['allergens']),
    // Other servers have no current list; the allergens at production time are used.
    allergensNow: readAllergens(row['allergensNow'] ?? row['allergens']),
    labels: readRecords(row['labels']).map((each) => ({
      _id: readText(each['_id']) ?? '',
      itemId: readText(each['itemId']) ?? '',
      lot: readText(each['lot']) ?? '',
      cause: labelCauses.find((cause) => cause === each['cause']) ?? 'made',
      useBy: readText(each['useBy']),
      copies: readNumberValue(each['copies']) ?? 0,
      at: readText(each['at']) ?? '',
      byName: readText(each['byName']) ?? '',
      outdated: readTexts(each['outdated']).filter(isOutdatedBy),
    })),
    items: readRecords(row['items']).map(readLine),
    finished: readRecords(row['finished']).map(readPart),
    steps: readTexts(row['steps']),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: [],
  };
}

const readAllergens = (value: unknown): ProductionBatch['allergens'] =>
  readRecords(value).map((each) => ({
    allergen: readText(each['allergen']) ?? '',
    state: readState(each['state']),
  }));

const isOutdatedBy = (word: string): word is OutdatedReason =>
  word === 'allergens' || word === 'day' || word === 'gone';

const readState = (value: unknown): ProductionBatch['allergens'][number]['state'] =>
  value === 'contains' || value === 'may_contain' || value === 'free' ? value : 'unknown';

function readLine(row: JsonRecord, index: number): BatchLine {
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  return {
    ...readFields(batchLine, row, {
      lineId: readText(row['lineId']) ?? String(index),
      itemName: names.name,
      itemNameAlt: names.nameAlt,
    }),
    lots: readRecords(row['lots']).map((lot) => ({
      lot: readText(lot['lot']) ?? '',
      qty: readQuantity(lot['qty']) ?? 0,
    })),
  };
}

function readPart(row: JsonRecord): BatchPart {
  const moved = (of: unknown): BatchPart['used'] =>
    readRecords(of).map((each) => ({
      itemId: readText(each['itemId']) ?? '',
      itemName: readText(each['itemName']) ?? '',
      unitSymbol: readText(each['unitSymbol']) ?? '',
      lot: readText(each['lot']) ?? '',
      expiry: readText(each['expiry']),
      qty: readQuantity(each['qty']) ?? 0,
    }));
  return {
    no: readNumberValue(row['no']) ?? 0,
    at: readText(row['at']) ?? '',
    byName: readText(row['byName']) ?? '',
    good: readQuantity(row['good']) ?? 0,
    lost: readQuantity(row['lost']) ?? 0,
    reason: readText(row['reason']),
    labour: readNumberValue(row['labour']),
    value: readNumberValue(row['value']),
    takenBackAt: readText(row['takenBackAt']),
    used: moved(row['used']),
    made: moved(row['made']),
  };
}
