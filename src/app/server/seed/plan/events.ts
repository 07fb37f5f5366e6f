import type { OrderStatus } from '#modules/orders/status.ts';

/** A demo user: the part of the email address before the @. */
export type PersonKey = 'master' | 'admin' | 'branch' | 'branch.staff' | 'branch2' | 'kitchen';

/** Usage recorded by a branch. */
export interface StockEvent {
  kind: 'stock';
  at: number;
  /** Code of the kitchen or branch. */
  place: string;
  /** Document number; a line is `number/item code`. */
  number: string;
  by: PersonKey;
  lines: SeedStockLine[];
}

export interface SeedStockLine {
  item: string;
  /** In base units. */
  qtyMicro: number;
}

/** A kitchen batch: planned, started and finished depending on `startedAt` and `finishedAt`. */
export interface BatchEvent {
  kind: 'batch';
  /** When it was planned. */
  at: number;
  place: string;
  by: PersonKey;
  /** Code of the produced item. */
  item: string;
  plannedFor: string;
  shift: 'morning' | 'afternoon' | 'night';
  plannedMicro: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Cancelled before the start. */
  isCancelled?: boolean;
  goodMicro: number;
  lossMicro: number;
  lossReason: string | null;
  /** Labour cost. */
  labourE4: number;
  usage: SeedStockLine[];
}

/** A purchase from one supplier: order, receipt and invoice. */
export interface PurchaseEvent {
  kind: 'purchase';
  /** Order time, or receipt time without an order. */
  at: number;
  /** Code of the buying location. */
  place: string;
  /** Code of the supplier. */
  supplier: string;
  /** Null for a receipt without an order. */
  order: { by: PersonKey; isSent: boolean; expectedOn: string } | null;
  /** Null before the receipt. */
  receipt: { at: number; by: PersonKey; supplierRef: string; freightE4: number } | null;
  /** Null before the invoice. */
  invoice: PlannedInvoice | null;
  lines: PurchasedLine[];
}

/** A supplier's invoice for a receipt, with its deviations. */
export interface PlannedInvoice {
  at: number;
  by: PersonKey;
  number: string;
  /** Percentage by which the first line's price is higher. */
  priceIncreasePercent?: number;
  /** Whether rejected goods are invoiced as well. */
  billsRejected?: boolean;
  /** Whether the invoice is a draft that awaits review. */
  isDraft?: boolean;
  /** When the supplier credits the rejected goods that were invoiced. */
  creditedAt?: number;
}

/**
 * Quantities in packs. The received quantity is accepted plus rejected; the rest of the order is not
 * delivered.
 */
export interface PurchasedLine {
  item: string;
  orderedPacks: number;
  acceptedPacks: number;
  rejectedPacks: number;
  /** A lot with its own code and expiry. */
  lot?: { code: string; expiry: string };
}

/** Quantities of a line in order units (packs); a missing quantity equals that of the previous step. */
export interface PlannedLine {
  item: string;
  orderQty: number;
  suggestedQty: number;
  /** Stock at the time of the order, in base units. */
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

/** A status that an order reaches. */
export interface PlannedStep {
  to: OrderStatus;
  at: number;
  by: PersonKey;
  reason?: string;
}

export interface OrderEvent {
  kind: 'order';
  /** Creation time; steps follow in order. */
  at: number;
  branch: string;
  by: PersonKey;
  deliveryDate: string;
  orderType: 'Regular' | 'Urgent' | 'Schedule';
  notes?: string;
  driver?: string;
  vehicle?: string;
  lines: PlannedLine[];
  steps: PlannedStep[];
  /** Resolutions of the order's discrepancies by item; the remaining discrepancies are open. */
  resolutions: SeedResolution[];
}

export interface SeedResolution {
  at: number;
  by: PersonKey;
  item: string;
  action: 'found_at_kitchen' | 'written_off' | 'found_at_branch' | 'returned' | 'confirmed';
  chargedTo?: 'kitchen' | 'branch' | 'carrier';
  note: string;
}

export interface WastageEvent {
  kind: 'wastage';
  at: number;
  place: string;
  by: PersonKey;
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

/** A count as differences from the book quantity; an opening count has full quantities. */
export interface StockCountEvent {
  kind: 'count';
  at: number;
  place: string;
  /** A spot count covers only the items of its lines. */
  type: 'opening' | 'full' | 'spot';
  /** Codes of the counted sections; empty for all. */
  sections: string[];
  by: PersonKey;
  /** When it was submitted and approved; null if not yet. */
  submittedAt: number | null;
  approvedAt: number | null;
  note?: string;
  /** Counted quantities for an opening count, otherwise differences. */
  lines: CountedLine[];
}

export interface CountedLine extends SeedStockLine {
  /** The code of a reason. */
  cause?: string;
  /** The lot of the difference. */
  lot?: { code: string; expiry: string };
}

/** A transfer between locations, or a return. */
export interface TransferEvent {
  kind: 'transfer';
  at: number;
  transferKind: 'transfer' | 'return' | 'supplier-return';
  from: string;
  to: string;
  by: PersonKey;
  /** Receipt; null while in transit. */
  receipt: { at: number; by: PersonKey } | null;
  reason: string | null;
  lines: SeedStockLine[];
}

/** One day's sales of all branches, sent by their tills at night. */
export interface SalesEvent {
  kind: 'sales';
  at: number;
  date: string;
  by: PersonKey;
  rows: SoldRow[];
}

export interface SoldRow {
  branch: string;
  /** Code of the menu item at the till. */
  code: string;
  name: string;
  qty: number;
  netE4: number;
}

/** A lot that is put on hold at this time. */
export interface HoldEvent {
  kind: 'hold';
  at: number;
  by: PersonKey;
  item: string;
  lot: string;
  reason: 'temperature' | 'quality';
  note: string;
}

/** A mock recall of an item's latest lot. */
export interface RecallEvent {
  kind: 'recall';
  at: number;
  by: PersonKey;
  item: string;
  endedAt: number;
}

export type PlanEvent =
  | StockEvent
  | BatchEvent
  | PurchaseEvent
  | OrderEvent
  | WastageEvent
  | StockCountEvent
  | TransferEvent
  | SalesEvent
  | HoldEvent
  | RecallEvent;
