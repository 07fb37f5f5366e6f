/** What a kind of stock move means. */
interface KindFacts {
  /**
   * What it does to the stock of the whole business: 1 it comes in from outside, -1 it leaves, 0 it goes from one own
   * place to another; null where its places decide (what is sent again comes back, or was damaged and is thrown away; a correction of value).
   */
  sign: 1 | -1 | 0 | null;
  /** The goods left because somebody wanted them, or such a move is taken back. Losses and corrections are no use. */
  isUse: boolean;
  /** What leaves the business by it is lost. */
  isLoss: boolean;
  /** The move brought a branch goods that it had ordered. */
  isDelivery?: true;
  /** The kind of move that takes one of this kind back; absent where nothing does. */
  reversedBy?: string;
}

const within = { sign: 0, isUse: false, isLoss: false } as const;
/** Kinds of moves without a quantity. */
const valueAlone = { sign: null, isUse: false, isLoss: false } as const;
/** Neither a quantity nor a value: of goods that are counted in pieces, more or fewer of them at the same weight. */
const piecesAlone = valueAlone;
const fromOutside = { sign: 1, isUse: false, isLoss: false } as const;

/** Every kind of stock move. The keys are what the ledger holds and what travels; nothing else is posted. */
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
  receive: { ...within, isDelivery: true },
  receive_damaged: within,
  waste: { sign: -1, isUse: false, isLoss: true, reversedBy: 'waste_reversal' },
  waste_reversal: { sign: 1, isUse: false, isLoss: true },
  found_at_kitchen: within,
  found_at_branch: { ...within, isDelivery: true },
  resend: { sign: null, isUse: false, isLoss: true },
  returned: within,
  written_off: { sign: -1, isUse: false, isLoss: true },
  confirmed: { ...within, isDelivery: true },
  confirmed_damaged: within,
  /** What a stock count found more, or less, than the books said. */
  count_gain: { sign: 1, isUse: false, isLoss: false },
  count_loss: { sign: -1, isUse: false, isLoss: false },
  /** What it found more, or fewer, of the pieces, at the weight that the books said. */
  count_pieces: piecesAlone,
  /** Between two places, or back where it came from: nobody used it. */
  transfer_out: { ...within, reversedBy: 'transfer_out_reversal' },
  transfer_out_reversal: within,
  transfer_in: within,
  /** Goods that came back and are set aside, or thrown away at once. */
  return_held: within,
  return_wasted: { sign: -1, isUse: false, isLoss: true },
  return_out: { ...within, reversedBy: 'return_out_reversal' },
  return_out_reversal: within,
  supplier_return: { sign: -1, isUse: false, isLoss: false, reversedBy: 'supplier_return_reversal' },
  supplier_return_reversal: fromOutside,
  /** Corrects the value of what had gone out below zero. */
  revaluation: valueAlone,
  /** What the taker is charged beside what it cost the giver. */
  transfer_difference: valueAlone,
  /** What goods cost when they came beside what they cost on average when they go back. */
  return_difference: valueAlone,
  /** The value that a reversal takes out of a place, less what the balance could give for it. */
  reversal_difference: valueAlone,
  /** By how much an invoice, or a credit, differs from what goods came in at: of what is still on hand, and of what was used. */
  invoice_difference: valueAlone,
  invoice_variance: valueAlone,
} as const satisfies Record<string, KindFacts>;

export type MoveKind = keyof typeof moveKinds;

/** The kinds of moves of value alone, which have no quantity. */
export const valueKinds = [
  'revaluation',
  'transfer_difference',
  'return_difference',
  'reversal_difference',
  'invoice_difference',
  'invoice_variance',
] as const satisfies readonly MoveKind[];

/** The kinds of moves of pieces alone, which have neither a quantity nor a value: figures in goods and in money know nothing of them. */
export const piecesKinds = ['count_pieces'] as const satisfies readonly MoveKind[];

const ofPieces: ReadonlySet<string> = new Set(piecesKinds);
export const isPiecesKind = ({ kind }: { kind: string }): boolean => ofPieces.has(kind);

/** True for a kind of ours. Another server may post others; they are shown as they came. */
export function isMoveKind(text: string): text is MoveKind {
  return Object.hasOwn(moveKinds, text);
}

/**
 * The kind of the move that takes one of this kind back.
 *
 * @throws RangeError for a kind that nothing takes back.
 */
export function reversalKind(kind: MoveKind): MoveKind {
  const facts: KindFacts = moveKinds[kind];
  const { reversedBy } = facts;
  if (reversedBy === undefined || !isMoveKind(reversedBy)) throw new RangeError(`${kind} is not taken back`);
  return reversedBy;
}
