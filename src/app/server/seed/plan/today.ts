import { addDays } from '#core/day.ts';
import { type BranchState, chooseFromSection, chooseLines, recordUsage } from './branch-state.ts';
import type { OrderEvent, PlanEvent } from './events.ts';
import { type OrderStage, type PlanContext, getStaff, planOrder } from './orders.ts';
import { planAbandonedOrder } from './order-outcomes.ts';

/** Returns the stage of the order due today, by branch; an order due later is in process at the kitchen. */
export function getStageToday(branch: string, isDueLater: boolean): OrderStage {
  if (isDueLater) return 'Under Process';
  const stages: Record<string, OrderStage> = {
    B01: 'Shipped',
    B02: 'Received',
    B04: 'Received',
    B05: 'Under Process',
  };
  return stages[branch] ?? 'Shipped';
}

interface OpenOrderRequest {
  branch: string;
  stage: OrderStage | 'Rejected' | 'Cancelled';
  /** Days from today to the delivery. */
  daysAhead: number;
  /** Creation time in minutes after midnight. */
  minutes: number;
  /** A section to order from, or a number of lines. */
  lines: string | number;
  count?: number;
  orderType?: OrderEvent['orderType'];
  notes?: string;
}

/**
 * Open orders at every stage. On any day of the week, each branch has a delivery to receive; the first branch
 * has no order for tomorrow, so that a visitor can create one.
 */
const openOrders: readonly OpenOrderRequest[] = [
  {
    branch: 'B01',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 290,
    lines: 'BEV',
    count: 3,
    orderType: 'Urgent',
    notes: 'Out of beans after the weekend',
  },
  {
    branch: 'B01',
    stage: 'Under Process',
    daysAhead: 0,
    minutes: 345,
    lines: 'PRD',
    count: 4,
    orderType: 'Urgent',
    notes: 'Afternoon van, please',
  },
  {
    branch: 'B01',
    stage: 'Under Process',
    daysAhead: 2,
    minutes: 350,
    lines: 'PKG',
    count: 6,
    orderType: 'Schedule',
  },
  {
    branch: 'B01',
    stage: 'Sent to Central Kitchen',
    daysAhead: 3,
    minutes: 372,
    lines: 'DRY',
    count: 7,
    orderType: 'Schedule',
  },
  { branch: 'B01', stage: 'Sent to Central Kitchen', daysAhead: 4, minutes: 380, lines: 'FRZ', count: 5 },
  {
    branch: 'B01',
    stage: 'Under Review',
    daysAhead: 5,
    minutes: 401,
    lines: 'BKY',
    count: 4,
    notes: 'Birthday party on the terrace, 40 guests',
  },
  {
    branch: 'B01',
    stage: 'Under Review',
    daysAhead: 6,
    minutes: 415,
    lines: 'CLN',
    count: 4,
    orderType: 'Schedule',
  },
  { branch: 'B01', stage: 'Draft', daysAhead: 7, minutes: 430, lines: 'DRY', count: 3 },
  {
    branch: 'B01',
    stage: 'Draft',
    daysAhead: 9,
    minutes: 442,
    lines: 'BEV',
    count: 4,
    orderType: 'Schedule',
    notes: 'Summer menu, not final',
  },
  { branch: 'B01', stage: 'Cancelled', daysAhead: 2, minutes: 360, lines: 3 },
  {
    branch: 'B02',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 262,
    lines: 'PRD',
    count: 4,
    orderType: 'Urgent',
  },
  { branch: 'B02', stage: 'Sent to Central Kitchen', daysAhead: 1, minutes: 395, lines: 14 },
  { branch: 'B02', stage: 'Draft', daysAhead: 3, minutes: 431, lines: 'PKG', count: 5 },
  { branch: 'B02', stage: 'Under Review', daysAhead: 2, minutes: 418, lines: 6 },
  {
    branch: 'B03',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 266,
    lines: 'BEV',
    count: 3,
    orderType: 'Urgent',
  },
  { branch: 'B03', stage: 'Sent to Central Kitchen', daysAhead: 1, minutes: 388, lines: 16 },
  { branch: 'B03', stage: 'Rejected', daysAhead: 1, minutes: 340, lines: 4 },
  {
    branch: 'B04',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 268,
    lines: 'CHL',
    count: 3,
    orderType: 'Urgent',
  },
  { branch: 'B04', stage: 'Under Review', daysAhead: 1, minutes: 425, lines: 12 },
  {
    branch: 'B04',
    stage: 'Under Process',
    daysAhead: 0,
    minutes: 330,
    lines: 'BKY',
    count: 3,
    orderType: 'Urgent',
  },
  {
    branch: 'B05',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 272,
    lines: 'DRY',
    count: 4,
    orderType: 'Urgent',
  },
  { branch: 'B05', stage: 'Sent to Central Kitchen', daysAhead: 2, minutes: 399, lines: 10 },
  { branch: 'B06', stage: 'Sent to Central Kitchen', daysAhead: 1, minutes: 376, lines: 15 },
  {
    branch: 'B06',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 270,
    lines: 'CHL',
    count: 3,
    orderType: 'Urgent',
  },
  {
    branch: 'B07',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 258,
    lines: 'FRZ',
    count: 4,
    orderType: 'Urgent',
  },
  { branch: 'B07', stage: 'Under Review', daysAhead: 3, minutes: 421, lines: 13 },
  { branch: 'B07', stage: 'Draft', daysAhead: 4, minutes: 433, lines: 'FRZ', count: 4 },
  {
    branch: 'B08',
    stage: 'Shipped',
    daysAhead: 0,
    minutes: 264,
    lines: 'BKY',
    count: 3,
    orderType: 'Urgent',
  },
  { branch: 'B08', stage: 'Sent to Central Kitchen', daysAhead: 3, minutes: 391, lines: 12 },
];

/** Plans this morning: recorded breakfast sales, then ordering, review and picking. */
export function planToday(context: PlanContext, states: BranchState[]): PlanEvent[] {
  const events: PlanEvent[] = states.map((state) => {
    const { code, timezone } = state.branch;
    const at = context.toInstant(context.today, 255, timezone);
    const number = `SALES-${code}-${context.today}`;
    return { kind: 'stock', at, place: code, number, by: 'admin', lines: recordUsage(state, at) };
  });
  for (const request of openOrders) {
    const state = states.find((candidate) => candidate.branch.code === request.branch);
    if (state) events.push(planOpenOrder(context, state, request));
  }
  return events;
}

function planOpenOrder(context: PlanContext, state: BranchState, request: OpenOrderRequest): OrderEvent {
  const createdAt = context.toInstant(context.today, request.minutes, state.branch.timezone);
  const deliveryDate = addDays(context.today, request.daysAhead);
  const lines =
    typeof request.lines === 'number'
      ? chooseLines(state, request.lines, context.random)
      : chooseFromSection(state, request.lines, request.count ?? 3, context.random);
  const { stage } = request;
  if (stage === 'Rejected' || stage === 'Cancelled') {
    const staff = getStaff(state.branch.code, context.random);
    const steps = planAbandonedOrder(stage === 'Rejected' ? 0 : 1, createdAt, (to) =>
      to === 'Under Review' ? staff.orderedBy : staff.reviewedBy,
    );
    return {
      kind: 'order',
      at: createdAt,
      branch: state.branch.code,
      by: staff.orderedBy,
      deliveryDate,
      orderType: 'Regular',
      lines,
      steps,
      resolutions: [],
    };
  }
  return planOrder(context, {
    state,
    createdAt,
    deliveryDate,
    stage,
    lines,
    orderType: request.orderType ?? 'Regular',
    ...(request.notes ? { notes: request.notes } : {}),
  });
}
