import type { SetupProgress } from '../../setup-progress-shapes.ts';
import { orderStatuses } from '#modules/orders/status.ts';

/** The steps from setup to the first received order, in order. */
export const stepIds = [
  'businessName',
  'currency',
  'units',
  'kitchen',
  'branch',
  'categories',
  'items',
  'stock',
  'people',
  'order',
  'send',
  'accept',
  'ship',
  'receive',
] as const;
export type SetupStepId = (typeof stepIds)[number];

export interface SetupStep {
  id: SetupStepId;
  isDone: boolean;
  /** Not required: a business may have a single user. */
  isOptional: boolean;
  /** The first unfinished prerequisite; null when the step can be done now. */
  waitsFor: SetupStepId | null;
}

/** Prerequisites of steps. */
const prerequisites: Readonly<Partial<Record<SetupStepId, readonly SetupStepId[]>>> = {
  branch: ['kitchen'],
  items: ['units'],
  stock: ['kitchen', 'items'],
  order: ['branch', 'items'],
  send: ['order'],
  accept: ['send'],
  ship: ['accept'],
  receive: ['ship'],
};

/** Returns every step with its completion, from the server's progress. */
export function listSetupSteps(progress: SetupProgress): SetupStep[] {
  const reachedIndex = progress.order
    ? orderStatuses.findIndex((status) => status === progress.order?.status)
    : -1;
  const isPast = (status: (typeof orderStatuses)[number]) => reachedIndex >= orderStatuses.indexOf(status);
  const isDone: Record<SetupStepId, boolean> = {
    businessName: progress.businessName !== null,
    currency: progress.baseCurrency !== null,
    units: progress.units > 0,
    kitchen: progress.kitchens > 0,
    branch: progress.branches > 0 && progress.unsuppliedBranches === 0,
    categories: progress.itemCategories > 0,
    items: progress.items > 0,
    stock: progress.isStocked,
    people: progress.people > 1,
    order: isPast('Under Review'),
    send: isPast('Sent to Central Kitchen'),
    accept: isPast('Under Process'),
    ship: isPast('Shipped'),
    receive: isPast('Received'),
  };
  return stepIds.map((id) => ({
    id,
    isDone: isDone[id],
    isOptional: id === 'people',
    waitsFor: prerequisites[id]?.find((prerequisite) => !isDone[prerequisite]) ?? null,
  }));
}

/** Returns the first step that is neither done nor optional; null when setup is complete. */
export function findNextStep(steps: readonly SetupStep[]): SetupStep | null {
  return steps.find(({ isDone, isOptional }) => !isDone && !isOptional) ?? null;
}
