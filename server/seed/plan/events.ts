import type { OrderStatus } from '#domain/orders/status.ts';

/** Who does something in the story: a demonstration user's email before the @. */
export type PersonKey = 'master' | 'admin' | 'branch' | 'branch.staff' | 'branch2' | 'kitchen';

/** What a branch writes down as used. */
export interface StockEvent {
  kind: 'stock';
  at: number;
  /** Code of the kitchen or branch. */
  place: string;
  /** Document number; a line is `number/item code`. */
  number: string;
  by: PersonKey;
  lines: StockLine[];
}

export interface StockLine {
  item: string;
  /** In base units. */
  qtyMicro: number;
}

/** One batch of the kitchen: planned, begun and finished as far as `finishedAt` and `startedAt` say. */
export interface BatchEvent {
  kind: 'batch';
  /** When it was planned. */
  at: number;
  place: string;
  by: PersonKey;
  /** Code of the item that it makes. */
  item: string;
  plannedFor: string;
  shift: 'morning' | 'afternoon' | 'night';
  plannedMicro: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Why it came to nothing before it was begun. */
  isCancelled?: boolean;
  goodMicro: number;
  lossMicro: number;
  lossReason: string | null;
  /** What the work on it costs. */
  labourE4: number;
  used: StockLine[];
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
  order: { by: PersonKey; isSent: boolean; expectedOn: string } | null;
  /** Null where nothing came yet. */
  receipt: { at: number; by: PersonKey; supplierRef: string; freightE4: number } | null;
  /** Null where nothing is billed yet. */
  invoice: PlannedInvoice | null;
  lines: PurchasedLine[];
}

/** What the supplier billed of a receipt, and what was wrong with it. */
export interface PlannedInvoice {
  at: number;
  by: PersonKey;
  number: string;
  /** The first line is billed dearer by so many percent. */
  dearerPercent?: number;
  /** What was rejected is billed, too. */
  billsRejected?: boolean;
  /** It waits as a draft for somebody to look at it. */
  isDraft?: boolean;
  /** The supplier's credit note for what was billed and never accepted. */
  creditedAt?: number;
}

/** In packs: what came is what was taken and what was rejected; what is missing of the ordered is not delivered any more. */
export interface PurchasedLine {
  item: string;
  orderedPacks: number;
  acceptedPacks: number;
  rejectedPacks: number;
  /** A lot that has a name and a last day of its own. */
  lot?: { code: string; expiry: string };
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
  by: PersonKey;
  reason?: string;
}

export interface OrderEvent {
  kind: 'order';
  /** When it was created; steps follow in time. */
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
  /** What became of its discrepancies, by item; those not named are open. */
  resolutions: Resolution[];
}

export interface Resolution {
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

/** What somebody finds on the shelves, by how much it differs from the books; an opening finds all of it. */
export interface CountEvent {
  kind: 'count';
  at: number;
  place: string;
  /** A spot count is of the items of its lines alone. */
  type: 'opening' | 'full' | 'spot';
  /** Codes of the sections that are counted; empty: all. */
  sections: string[];
  by: PersonKey;
  /** When it was handed in and approved; null where it has not come so far. */
  submittedAt: number | null;
  approvedAt: number | null;
  note?: string;
  /** Of an opening what is there, else what is more or less than in the books. */
  lines: CountedLine[];
}

export interface CountedLine extends StockLine {
  /** The code of a reason. */
  cause?: string;
  /** The lot in which it was found. */
  lot?: { code: string; expiry: string };
}

/** Goods that one place hands to another, or gives back. */
export interface TransferEvent {
  kind: 'transfer';
  at: number;
  what: 'transfer' | 'return' | 'supplier-return';
  from: string;
  to: string;
  by: PersonKey;
  /** When and by whom it was received; null where it is on its way. */
  received: { at: number; by: PersonKey } | null;
  reason: string | null;
  lines: StockLine[];
}

/** What branches sold on a day, as their tills send it in the night. */
export interface SalesEvent {
  kind: 'sales';
  at: number;
  date: string;
  by: PersonKey;
  rows: SoldRow[];
}

export interface SoldRow {
  branch: string;
  /** Code of the article at the till. */
  code: string;
  name: string;
  qty: number;
  netE4: number;
}

/** A lot that nobody may use from then on. */
export interface HoldEvent {
  kind: 'hold';
  at: number;
  by: PersonKey;
  item: string;
  lot: string;
  reason: 'temperature' | 'quality';
  note: string;
}

/** A practice recall of the lot of an item that came last. */
export interface RecallEvent {
  kind: 'recall';
  at: number;
  by: PersonKey;
  item: string;
  endedAt: number;
}

export type StoryEvent =
  | StockEvent
  | BatchEvent
  | PurchaseEvent
  | OrderEvent
  | WastageEvent
  | CountEvent
  | TransferEvent
  | SalesEvent
  | HoldEvent
  | RecallEvent;
