import type { OrderStatus } from '#domain/orders/status.ts';

/** Who does something in the story: a demonstration user's email before the @. */
export type Who = 'master' | 'admin' | 'branch' | 'branch.staff' | 'branch2' | 'kitchen';

/** Goods that come from or go to outside: a bake, an opening count, what a branch sold. */
export interface StockEvent {
  kind: 'stock';
  at: number;
  what: 'production' | 'opening' | 'consumption';
  /** Code of the kitchen or branch. */
  place: string;
  /** Document number; a line is `number/item code`. */
  number: string;
  by: Who;
  lines: StockLine[];
}

export interface StockLine {
  item: string;
  /** In base units. */
  qtyMicro: number;
  /** Per base unit; unset for what goes out, which leaves at the average. */
  unitCostE4?: number;
}

/** What is bought of one supplier: ordered, and received as it came. */
export interface PurchaseEvent {
  kind: 'purchase';
  /** When it was ordered; when it came, where nobody had ordered it. */
  at: number;
  /** Code of the place that buys. */
  place: string;
  /** Code of the supplier. */
  supplier: string;
  /** Null where goods came without an order. */
  order: { by: Who; isSent: boolean; expectedOn: string } | null;
  /** Null where nothing came yet. */
  receipt: { at: number; by: Who; supplierRef: string; freightE4: number } | null;
  lines: PurchasedLine[];
}

/** In packs: what came is what was taken and what was rejected; what is missing of the ordered is not delivered any more. */
export interface PurchasedLine {
  item: string;
  orderedPacks: number;
  acceptedPacks: number;
  rejectedPacks: number;
}

/** Quantities of a line in order units (packs); what is not set follows the one before it. */
export interface PlannedLine {
  item: string;
  orderQty: number;
  suggestedQty: number;
  /** In base units, when it was ordered. */
  stockAtOrderMicro: number;
  note?: string;
  approvedQty?: number;
  pickedQty?: number;
  shippedQty?: number;
  damagedQty?: number;
  shortQty?: number;
  overQty?: number;
  reason?: string;
}

/** One status that an order reaches. */
export interface PlannedStep {
  to: OrderStatus;
  at: number;
  by: Who;
  reason?: string;
}

export interface OrderEvent {
  kind: 'order';
  /** When it was created; steps follow in time. */
  at: number;
  branch: string;
  by: Who;
  deliveryDate: string;
  orderType: 'Regular' | 'Urgent' | 'Schedule';
  notes?: string;
  driver?: string;
  vehicle?: string;
  lines: PlannedLine[];
  steps: PlannedStep[];
  /** What became of its discrepancies, by item; those not named are open. */
  resolutions: Resolution[];
}

export interface Resolution {
  at: number;
  by: Who;
  item: string;
  action: 'found_at_kitchen' | 'written_off' | 'found_at_branch' | 'returned' | 'confirmed';
  chargedTo?: 'kitchen' | 'branch' | 'carrier';
  note: string;
}

export interface WastageEvent {
  kind: 'wastage';
  at: number;
  place: string;
  by: Who;
  item: string;
  /** In base units. */
  qtyMicro: number;
  reason:
    | 'expired'
    | 'spoiled'
    | 'damaged'
    | 'overproduction'
    | 'dropped'
    | 'temperature'
    | 'quality'
    | 'staff meal';
}

export type StoryEvent = StockEvent | PurchaseEvent | OrderEvent | WastageEvent;
