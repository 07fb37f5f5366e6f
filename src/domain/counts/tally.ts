/** One thing that somebody entered on a line, in the order in which it came. Quantities in base units. */
export interface TallyEntry {
  seq: number;
  device: string;
  by: string;
  byName: string;
  at: string;
  mode: string;
  /** Null takes back what was counted. */
  qtyMicro: number | null;
  pieces: number | null;
  /** The newest entry of the line that the device had seen. */
  seen: number;
  /** The position of the ledger that the device had seen. */
  bookSeq: number;
}

/** What one device stands for in the sum of a line. */
export interface TallyPart {
  by: string;
  byName: string;
  device: string;
  qtyMicro: number;
  at: string;
  /** It stands against what was counted first, and is not in the sum. */
  isAgainst: boolean;
}

/** What a line comes to. */
export interface Tally {
  /** Null: not counted. Where it asks, what was counted first. */
  countedMicro: number | null;
  pieces: number | null;
  /** Whose counts it is made of; of one that asks, those that stand against each other. */
  parts: TallyPart[];
  /** Two people counted it without having seen each other: somebody decides. */
  isTwice: boolean;
  /** The entry that it stands on: the newest of what counts. */
  last: TallyEntry | null;
  /** The earliest position of the ledger among the entries that it stands on. */
  fromSeq: number | null;
}

/** A total that somebody stands for. */
interface Claim {
  parts: TallyPart[];
  pieces: number | null;
  last: TallyEntry;
  fromSeq: number;
}

/**
 * What the entries of a line come to, oldest first. The rule, which people can see: `add` adds, whoever it comes from; `set` says
 * what is there. A `set` counts alone where its device had seen what others entered, or where nobody else had entered
 * anything; one that had not seen it stands beside it, and asks.
 */
export function tallyEntries(entries: readonly TallyEntry[]): Tally {
  let claims: Claim[] = [];
  /** The newest entry of each device: what a `set` has to have seen. */
  const newestOf = new Map<string, number>();
  for (const entry of entries) {
    const { device } = entry;
    const hasSeenOthers = [...newestOf].every(([other, seq]) => other === device || seq <= entry.seen);
    const own = claims.findIndex(({ parts }) => parts.some((part) => part.device === device));
    const isAlone = claims.every(({ parts }) => parts.every((part) => part.device === device));
    newestOf.set(device, entry.seq);
    if (entry.mode === 'add') {
      const at = own === -1 ? 0 : own;
      const claim = claims[at];
      if (entry.qtyMicro === null) continue;
      if (claim) claims[at] = addTo(claim, entry);
      else claims.push(claimOf(entry));
    } else if (isAlone || hasSeenOthers) {
      claims = entry.qtyMicro === null ? [] : [claimOf(entry)];
    } else {
      const others = claims.map((claim) => without(claim, device)).filter((claim) => claim.parts.length > 0);
      claims = entry.qtyMicro === null ? others : [...others, claimOf(entry)];
    }
  }
  const [first] = claims;
  return {
    countedMicro: first ? sumOf(first) : null,
    pieces: first?.pieces ?? null,
    parts: claims.flatMap(({ parts }, nth) => parts.map((part) => ({ ...part, isAgainst: nth > 0 }))),
    isTwice: claims.length > 1,
    last: first?.last ?? null,
    fromSeq: first?.fromSeq ?? null,
  };
}

const sumOf = ({ parts }: Claim): number => parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

const partOf = ({ by, byName, device, qtyMicro, at }: TallyEntry): TallyPart => ({
  by,
  byName,
  device,
  qtyMicro: qtyMicro ?? 0,
  at,
  isAgainst: false,
});

const claimOf = (entry: TallyEntry): Claim => ({
  parts: [partOf(entry)],
  pieces: entry.pieces,
  last: entry,
  fromSeq: entry.bookSeq,
});

function addTo(claim: Claim, entry: TallyEntry): Claim {
  const at = claim.parts.findIndex(({ device }) => device === entry.device);
  const before = claim.parts[at];
  const part = before
    ? { ...before, qtyMicro: before.qtyMicro + (entry.qtyMicro ?? 0), at: entry.at }
    : partOf(entry);
  return {
    parts: before ? claim.parts.with(at, part) : [...claim.parts, part],
    // Of which nobody said how many pieces they are, all together are not known in pieces.
    pieces: claim.pieces === null || entry.pieces === null ? null : claim.pieces + entry.pieces,
    last: entry,
    fromSeq: Math.min(claim.fromSeq, entry.bookSeq),
  };
}

const without = (claim: Claim, device: string): Claim => ({
  ...claim,
  parts: claim.parts.filter((part) => part.device !== device),
});
