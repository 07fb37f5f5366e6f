/** One entry on a count line, in order of arrival. Quantities in base units. */
export interface TallyEntry {
  seq: number;
  device: string;
  by: string;
  byName: string;
  at: string;
  mode: string;
  /** Null clears the count. */
  qtyMicro: number | null;
  pieces: number | null;
  /** The newest entry of the line that the device had received. */
  lastSeenSeq: number;
  /** The ledger position that the device had received. */
  bookSeq: number;
}

/** The contribution of one device to the total of a line. */
export interface TallyPart {
  by: string;
  byName: string;
  device: string;
  qtyMicro: number;
  at: string;
  /** Conflicts with the first count and isn't part of the total. */
  isAgainst: boolean;
}

/** The counted quantity of a line and its contributions. */
export interface Tally {
  /** Null if not counted; the first count in case of a conflict. */
  countedMicro: number | null;
  pieces: number | null;
  /** The contributions by device, including conflicting ones. */
  parts: TallyPart[];
  /** Whether two people counted without seeing each other's entry, so that the conflict must be resolved. */
  hasConflict: boolean;
  /** The newest entry included in the total. */
  last: TallyEntry | null;
  /** The earliest ledger position among the included entries. */
  fromSeq: number | null;
}

/** A total from entries that don't conflict with each other. */
interface Claim {
  parts: TallyPart[];
  pieces: number | null;
  last: TallyEntry;
  fromSeq: number;
}

/**
 * Adds up the entries of a line, oldest first. `add` always adds; `set` replaces the total if its device had
 * received all entries of other devices, or if there were none. Otherwise a `set` conflicts with the other
 * devices' total.
 */
export function tallyEntries(entries: readonly TallyEntry[]): Tally {
  let claims: Claim[] = [];
  /** The newest entry of each device, which a `set` must have seen. */
  const newestSeqs = new Map<string, number>();
  for (const entry of entries) {
    const { device } = entry;
    const hasSeenOthers = [...newestSeqs].every(
      ([other, seq]) => other === device || seq <= entry.lastSeenSeq,
    );
    const ownClaimIndex = claims.findIndex(({ parts }) => parts.some((part) => part.device === device));
    const isAlone = claims.every(({ parts }) => parts.every((part) => part.device === device));
    newestSeqs.set(device, entry.seq);
    if (entry.mode === 'add') {
      const index = Math.max(ownClaimIndex, 0);
      const claim = claims[index];
      if (entry.qtyMicro === null) continue;
      if (claim) claims[index] = addEntry(claim, entry);
      else claims.push(toClaim(entry));
    } else if (isAlone || hasSeenOthers) {
      claims = entry.qtyMicro === null ? [] : [toClaim(entry)];
    } else {
      const otherClaims = claims
        .map((claim) => withoutDevice(claim, device))
        .filter((claim) => claim.parts.length > 0);
      claims = entry.qtyMicro === null ? otherClaims : [...otherClaims, toClaim(entry)];
    }
  }
  const [first] = claims;
  return {
    countedMicro: first ? sumParts(first) : null,
    pieces: first?.pieces ?? null,
    parts: claims.flatMap(({ parts }, index) => parts.map((part) => ({ ...part, isAgainst: index > 0 }))),
    hasConflict: claims.length > 1,
    last: first?.last ?? null,
    fromSeq: first?.fromSeq ?? null,
  };
}

const sumParts = ({ parts }: Claim): number => parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

const toPart = ({ by, byName, device, qtyMicro, at }: TallyEntry): TallyPart => ({
  by,
  byName,
  device,
  qtyMicro: qtyMicro ?? 0,
  at,
  isAgainst: false,
});

const toClaim = (entry: TallyEntry): Claim => ({
  parts: [toPart(entry)],
  pieces: entry.pieces,
  last: entry,
  fromSeq: entry.bookSeq,
});

function addEntry(claim: Claim, entry: TallyEntry): Claim {
  const partIndex = claim.parts.findIndex(({ device }) => device === entry.device);
  const existingPart = claim.parts[partIndex];
  const part = existingPart
    ? { ...existingPart, qtyMicro: existingPart.qtyMicro + (entry.qtyMicro ?? 0), at: entry.at }
    : toPart(entry);
  return {
    parts: existingPart ? claim.parts.with(partIndex, part) : [...claim.parts, part],
    // The total in pieces is unknown if any part is.
    pieces: claim.pieces === null || entry.pieces === null ? null : claim.pieces + entry.pieces,
    last: entry,
    fromSeq: Math.min(claim.fromSeq, entry.bookSeq),
  };
}

const withoutDevice = (claim: Claim, device: string): Claim => ({
  ...claim,
  parts: claim.parts.filter((part) => part.device !== device),
});
