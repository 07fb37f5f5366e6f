import type { ListFilters } from '#platform/documents/document-list.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { documentReader, readRows } from '#platform/web/queries/read-shape.ts';
import type { CreateCheckInput, PatchCheckInput } from '../input.ts';
import type { safetyCheckList } from '../list.ts';
import { type SafetyCheck, safetyCheck, safetyRecordRow } from '../shapes.ts';
import { checkActionMessages } from './action-messages.ts';

/** Pages that show food safety checks; the first that the user may open is used. */
export const safetyPages = ['/inventory/food-safety', '/branch-order/inventory-control/food-safety'] as const;

const calls = documentCalls<SafetyCheck>({
  collection: 'safety-checks',
  read: documentReader(safetyCheck),
  editPath: (id) => `${pickAllowedPage(...safetyPages)}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries checks without their history, newest first by default. */
export const checksQuery = (filters: ListFilters<typeof safetyCheckList> = {}) => calls.list(filters);

/** Queries one check with its history. */
export const checkQuery = calls.one;

/** Records a check. `pointName` is its label in the queue. */
export const recordCheckAction = calls.create<{
  localId: string;
  pointName: string;
  input: CreateCheckInput;
}>({
  name: 'record',
  label: ({ pointName }) => getMessages(checkActionMessages).record(pointName),
});

/** Edits the note of a check. */
export const editCheckAction = calls.change<Pick<PatchCheckInput, 'note'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => getMessages(checkActionMessages).edit(record.number),
});

/** Verifies or voids a check. */
export const moveCheckAction = calls.change<Pick<PatchCheckInput, 'status' | 'transitionReason'>>({
  name: 'move',
  method: 'patch',
  label: ({ record, input }) =>
    getMessages(checkActionMessages)[input.status === 'Verified' ? 'verify' : 'void'](record.number),
});

/** Queries the food safety record of a location over days, for the printout. */
export const safetyRecordQuery = (search: { branch: string; from: string; to: string }) =>
  readQuery({
    collection: 'safety-checks_data',
    key: ['record', search],
    lifetime: 'orders',
    path: 'safety-checks/record',
    search,
    read: (reply) => readRows(reply, safetyRecordRow),
  });
