import type { DocumentType } from '#platform/documents/types.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import type { VirtualLocation } from '#modules/stock/ledger-locations.ts';
import { compareCodes } from '#core/text.ts';

/** Sides of a posting: stock at a location, or a virtual location. */
export const journalSides = [
  'stock',
  'supplier',
  'consumption',
  'wastage',
  'adjustment',
  'production',
] as const satisfies readonly ('stock' | VirtualLocation)[];
export type JournalSide = (typeof journalSides)[number];

/** Maps a side to an account; null matches any movement kind, item category or location. */
export interface AccountRule {
  side: JournalSide;
  kind: string | null;
  category: string | null;
  place: string | null;
  account: string;
}

/** One side of a posting. For a virtual location, `place` is the location on the opposite side. */
export interface JournalEnd {
  side: JournalSide;
  place: string | null;
}

/** Total value of a document's postings with the same kind, item category and sides. */
export interface JournalMove {
  docType: DocumentType;
  docId: string;
  docNo: string | null;
  day: string;
  kind: MoveKind;
  category: string | null;
  from: JournalEnd;
  to: JournalEnd;
  /** Value moved from `from` to `to`; negative for the opposite direction. */
  valueE4: bigint;
}

/** Totals of one account in a document; `account` is null if no rule applies. */
export interface JournalLine {
  account: string | null;
  debitE4: bigint;
  creditE4: bigint;
}

export interface JournalDocument extends Pick<JournalMove, 'docType' | 'docId' | 'docNo' | 'day'> {
  /** Debits equal credits exactly. Debits come first, then accounts in order. */
  lines: JournalLine[];
}

/** A combination without an account, with the amount posted to it. */
export interface MissingAccount extends Omit<AccountRule, 'account' | 'kind'> {
  kind: MoveKind;
  valueE4: bigint;
}

/**
 * Returns the account for a side from the most specific matching rule; null if none matches. Among equally
 * specific rules, movement kind takes precedence over location, and location over category.
 */
export function findAccount(
  rules: readonly AccountRule[],
  { side, place }: JournalEnd,
  { kind, category }: Pick<JournalMove, 'kind' | 'category'>,
): string | null {
  let best: { account: string; weight: number } | null = null;
  for (const rule of rules) {
    const isMatch =
      rule.side === side &&
      (rule.kind === null || rule.kind === kind) &&
      (rule.place === null || rule.place === place) &&
      (rule.category === null || rule.category === category);
    if (!isMatch) continue;
    const specifiedFields = [rule.kind, rule.place, rule.category].map((field) => field !== null);
    // Ranks by the number of specified fields first, then by which fields they are.
    const weight =
      specifiedFields.filter(Boolean).length * 8 +
      specifiedFields.reduce((sum, isSpecified, index) => sum + (isSpecified ? 4 >> index : 0), 0);
    if (best === null || weight > best.weight) best = { account: rule.account, weight };
  }
  return best?.account ?? null;
}

const compareDebitsFirst = (a: JournalLine, b: JournalLine): number =>
  Number(a.creditE4 > a.debitE4) - Number(b.creditE4 > b.debitE4) ||
  compareCodes(a.account ?? '', b.account ?? '');

/**
 * Builds the journal from postings in order: balanced entries by document, and combinations without an
 * account.
 */
export class JournalBuilder {
  readonly #rules: readonly AccountRule[];
  readonly #documents = new Map<string, JournalDocument>();
  readonly #missing = new Map<string, MissingAccount>();

  constructor(rules: readonly AccountRule[]) {
    this.#rules = rules;
  }

  enter(move: JournalMove): void {
    if (move.valueE4 === 0n) return;
    const { docType, docId, docNo, day } = move;
    const key = `${docType} ${docId}`;
    const document = this.#documents.get(key) ?? { docType, docId, docNo, day, lines: [] };
    this.#documents.set(key, document);
    if (day < document.day) document.day = day;
    const isNegative = move.valueE4 < 0n;
    const valueE4 = isNegative ? -move.valueE4 : move.valueE4;
    this.#enterSide(document, move, isNegative ? move.from : move.to, { debitE4: valueE4, creditE4: 0n });
    this.#enterSide(document, move, isNegative ? move.to : move.from, { debitE4: 0n, creditE4: valueE4 });
  }

  #enterSide(
    { lines }: JournalDocument,
    { kind, category }: JournalMove,
    end: JournalEnd,
    { debitE4, creditE4 }: Omit<JournalLine, 'account'>,
  ): void {
    const account = findAccount(this.#rules, end, { kind, category });
    const line = lines.find((line) => line.account === account);
    if (line) {
      line.debitE4 += debitE4;
      line.creditE4 += creditE4;
    } else lines.push({ account, debitE4, creditE4 });
    if (account !== null) return;
    const key = JSON.stringify([end.side, kind, category, end.place]);
    const entry = this.#missing.get(key) ?? { ...end, kind, category, valueE4: 0n };
    this.#missing.set(key, { ...entry, valueE4: entry.valueE4 + debitE4 + creditE4 });
  }

  /** The documents, sorted by day and number. */
  get documents(): JournalDocument[] {
    const keyedDocuments = [...this.#documents.values()].map((document) => {
      document.lines.sort(compareDebitsFirst);
      const { day, docNo, docType, docId } = document;
      return { document, key: `${day} ${docNo ?? ''} ${docType} ${docId}` };
    });
    return keyedDocuments.sort((a, b) => compareCodes(a.key, b.key)).map(({ document }) => document);
  }

  get missing(): MissingAccount[] {
    return [...this.#missing.values()];
  }
}
