/** Properties of a kind of stock movement. */
interface KindProperties {
  /**
   * Effect on the business's total stock: 1 increases it, -1 decreases it, 0 moves it between own locations;
   * null if it depends on the locations (a value correction, or goods that are resent or thrown away).
   */
  sign: 1 | -1 | 0 | null;
  /** Whether it counts as usage or reverses usage; losses and corrections don't. */
  isUse: boolean;
  /** Whether the stock that leaves is lost. */
  isLoss: boolean;
  /** Whether it delivers ordered goods to a branch. */
  isDelivery?: true;
  /** The kind that reverses it; absent if it can't be reversed. */
  reversedBy?: string;
}

const internal = { sign: 0, isUse: false, isLoss: false } as const;
/** Kinds without a quantity. */
const valueOnly = { sign: null, isUse: false, isLoss: false } as const;
/** Kinds without quantity or value, which correct the number of pieces at the same weight. */
const piecesOnly = valueOnly;
const fromOutside = { sign: 1, isUse: false, isLoss: false } as const;

/** Every kind of stock movement. The keys are stored in the ledger and used on the wire. */
export const moveKinds = {
  opening: { ...fromOutside, reversedBy: 'opening_reversal' },
  opening_reversal: { sign: -1, isUse: false, isLoss: false },
  receipt: { ...fromOutside, reversedBy: 'receipt_reversal' },
  receipt_reversal: { sign: -1, isUse: false, isLoss: false },
  production: { ...fromOutside, reversedBy: 'production_reversal' },
  production_reversal: { sign: -1, isUse: false, isLoss: false },
  consumption: { sign: -1, isUse: true, isLoss: false, reversedBy: 'consumption_reversal' },
  consumption_reversal: { sign: 1, isUse: true, isLoss: false },
  ship: { sign: 0, isUse: true, isLoss: false, reversedBy: 'ship_reversal' },
  ship_reversal: { sign: 0, isUse: true, isLoss: false },
  receive: { ...internal, isDelivery: true },
  receive_damaged: internal,
  waste: { sign: -1, isUse: false, isLoss: true, reversedBy: 'waste_reversal' },
  waste_reversal: { sign: 1, isUse: false, isLoss: true },
  found_at_kitchen: internal,
  found_at_branch: { ...internal, isDelivery: true },
  resend: { sign: null, isUse: false, isLoss: true },
  returned: internal,
  written_off: { sign: -1, isUse: false, isLoss: true },
  confirmed: { ...internal, isDelivery: true },
  confirmed_damaged: internal,
  /** Count variances: more or less than the book quantity was found. */
  count_gain: { sign: 1, isUse: false, isLoss: false },
  count_loss: { sign: -1, isUse: false, isLoss: false },
  /** Variance in pieces at an unchanged weight. */
  count_pieces: piecesOnly,
  /** Goods move between two locations, or back to the sender; not usage. */
  transfer_out: { ...internal, reversedBy: 'transfer_out_reversal' },
  transfer_out_reversal: internal,
  transfer_in: internal,
  /** Returned goods that are put on hold or thrown away immediately. */
  return_held: internal,
  return_wasted: { sign: -1, isUse: false, isLoss: true },
  return_out: { ...internal, reversedBy: 'return_out_reversal' },
  return_out_reversal: internal,
  supplier_return: { sign: -1, isUse: false, isLoss: false, reversedBy: 'supplier_return_reversal' },
  supplier_return_reversal: fromOutside,
  /** Corrects the rounding of unit conversions before all stock is taken; has no value. */
  rounding: { sign: null, isUse: false, isLoss: false },
  /** Corrects the value of earlier issues from negative stock. */
  revaluation: valueOnly,
  /** Difference between the receiver's charge and the sender's cost. */
  transfer_difference: valueOnly,
  /** Difference between the cost at receipt and the average cost of returned goods. */
  return_difference: valueOnly,
  /** Difference between the value of a reversal and the value available in the balance. */
  reversal_difference: valueOnly,
  /**
   * Difference between the invoiced or credited value and the received value: for stock still on hand, and
   * for stock already used.
   */
  invoice_difference: valueOnly,
  invoice_variance: valueOnly,
} as const satisfies Record<string, KindProperties>;

export type MoveKind = keyof typeof moveKinds;

/** Kinds that change only a value. */
export const valueKinds = [
  'revaluation',
  'transfer_difference',
  'return_difference',
  'reversal_difference',
  'invoice_difference',
  'invoice_variance',
] as const satisfies readonly MoveKind[];

/** Kinds that change only pieces; quantity and value reports ignore them. */
export const piecesKinds = ['count_pieces'] as const satisfies readonly MoveKind[];

const pieces: ReadonlySet<string> = new Set(piecesKinds);
export const isPiecesKind = ({ kind }: { kind: string }): boolean => pieces.has(kind);

/**
 * Returns whether a kind is in the list; other servers may send additional kinds, which are shown as
 * received.
 */
export function isMoveKind(text: string): text is MoveKind {
  return Object.hasOwn(moveKinds, text);
}

/**
 * Returns the kind that reverses the given kind.
 *
 * @throws RangeError for a kind that can't be reversed
 */
export function getReversalKind(kind: MoveKind): MoveKind {
  const properties: KindProperties = moveKinds[kind];
  const { reversedBy } = properties;
  if (reversedBy === undefined || !isMoveKind(reversedBy)) throw new RangeError(`${kind} can't be reversed`);
  return reversedBy;
}
