import type { DocumentType } from '../documents/types.ts';
import type { MoveKind } from '../stock/kinds.ts';
import type { OutsideLocation } from '../stock/ledger-locations.ts';
import { compareCodes } from '../text.ts';

/** Where value is: in stock at a place of ours, or outside of it. */
export const journalSides = [
  'stock',
  'supplier',
  'consumption',
  'wastage',
  'adjustment',
  'production',
] as const satisfies readonly ('stock' | OutsideLocation)[];
export type JournalSide = (typeof journalSides)[number];

/** Which account a side has; null: whatever the kind of move, the item category or the place is. */
export interface AccountRule {
  side: JournalSide;
  kind: string | null;
  category: string | null;
  place: string | null;
  account: string;
}

/** One end of a posting: of what is outside, the place is that of the other end. */
export interface JournalEnd {
  side: JournalSide;
  place: string | null;
}

/** Postings of one document and kind between the same ends, of items of one category: what they are worth together. */
export interface JournalMove {
  docType: DocumentType;
  docId: string;
  docNo: string | null;
  day: string;
  kind: MoveKind;
  category: string | null;
  from: JournalEnd;
  to: JournalEnd;
  /** Leaves `from` and arrives at `to`; below zero the other way round. */
  valueE4: bigint;
}

/** An account of a document. Without an account it stands under null, and is not left out. */
export interface JournalLine {
  account: string | null;
  debitE4: bigint;
  creditE4: bigint;
}

export interface JournalDocument extends Pick<JournalMove, 'docType' | 'docId' | 'docNo' | 'day'> {
  /** Debits and credits are the same to the last unit: every posting is one of each. Debits stand first, and then accounts in their order. */
  lines: JournalLine[];
}

/** What has no account, and how much was posted there. */
export interface MissingAccount extends Omit<AccountRule, 'account' | 'kind'> {
  kind: MoveKind;
  valueE4: bigint;
}

/**
 * The account of an end: of the rules that fit, the one that says most; where two say as much, the kind of move goes before
 * the place, and the place before the category. Null where none fits.
 */
export function findAccount(
  rules: readonly AccountRule[],
  { side, place }: JournalEnd,
  { kind, category }: Pick<JournalMove, 'kind' | 'category'>,
): string | null {
  let found: { account: string; weight: number } | null = null;
  for (const rule of rules) {
    const isFit =
      rule.side === side &&
      (rule.kind === null || rule.kind === kind) &&
      (rule.place === null || rule.place === place) &&
      (rule.category === null || rule.category === category);
    if (!isFit) continue;
    const said = [rule.kind, rule.place, rule.category].map((each) => each !== null);
    // How many fields it says counts first, then which.
    const weight =
      said.filter(Boolean).length * 8 + said.reduce((sum, is, at) => sum + (is ? 4 >> at : 0), 0);
    if (found === null || weight > found.weight) found = { account: rule.account, weight };
  }
  return found?.account ?? null;
}

const debitsFirst = (a: JournalLine, b: JournalLine): number =>
  Number(a.creditE4 > a.debitE4) - Number(b.creditE4 > b.debitE4) ||
  compareCodes(a.account ?? '', b.account ?? '');

/** The journal of postings, which are entered one after the other: by document, each balanced; and what has no account. */
export class JournalBook {
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
    const isBack = move.valueE4 < 0n;
    const valueE4 = isBack ? -move.valueE4 : move.valueE4;
    this.#enterSide(document, move, isBack ? move.from : move.to, { debitE4: valueE4, creditE4: 0n });
    this.#enterSide(document, move, isBack ? move.to : move.from, { debitE4: 0n, creditE4: valueE4 });
  }

  #enterSide(
    { lines }: JournalDocument,
    { kind, category }: JournalMove,
    end: JournalEnd,
    { debitE4, creditE4 }: Omit<JournalLine, 'account'>,
  ): void {
    const account = findAccount(this.#rules, end, { kind, category });
    const line = lines.find((each) => each.account === account);
    if (line) {
      line.debitE4 += debitE4;
      line.creditE4 += creditE4;
    } else lines.push({ account, debitE4, creditE4 });
    if (account !== null) return;
    const about = JSON.stringify([end.side, kind, category, end.place]);
    const known = this.#missing.get(about) ?? { ...end, kind, category, valueE4: 0n };
    this.#missing.set(about, { ...known, valueE4: known.valueE4 + debitE4 + creditE4 });
  }

  /** By day and number. */
  get documents(): JournalDocument[] {
    const inOrder = [...this.#documents.values()].map((document) => {
      document.lines.sort(debitsFirst);
      const { day, docNo, docType, docId } = document;
      return { document, key: `${day} ${docNo ?? ''} ${docType} ${docId}` };
    });
    return inOrder.sort((a, b) => compareCodes(a.key, b.key)).map(({ document }) => document);
  }

  get missing(): MissingAccount[] {
    return [...this.#missing.values()];
  }
}
