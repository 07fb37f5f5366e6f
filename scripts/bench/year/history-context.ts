import type { DocumentType } from '#domain/documents/types.ts';
import { documentNumber } from '#server/db/sequences.ts';
import { insertRows } from '#server/db/statements.ts';
import type { Database } from '#server/db/tables.ts';
import type { Tx } from '#server/db/types.ts';
import type { Random } from '#server/seed/random.ts';
import { ids } from '#server/testing/ids.ts';
import type { HistoryBooks } from './history-books.ts';
import type { YearCatalogue } from './catalogue.ts';

export const kitchen = { _id: ids.kitchen, name: 'Central Kitchen' };
export const person = { _id: ids.users.admin, name: 'Test admin' };

/** A moment of a day. */
export const instantOf = (day: string, time: string): string => `${day}T${time}:00.000Z`;

/** What is written of documents, what others refer to first. */
const tables = [
  'goodsReceipts',
  'goodsReceiptLines',
  'supplierInvoices',
  'supplierInvoiceLines',
  'invoiceMatches',
  'productionBatches',
  'productionLines',
  'productionParts',
  'orders',
  'orderLines',
  'orderHistory',
  'transfers',
  'transferLines',
  'discrepancies',
  'wastage',
  'stockCounts',
  'stockCountLines',
  'stockCountEntries',
  'saleDays',
  'saleRows',
  'documentHistory',
  'auditArchived',
] as const satisfies readonly (keyof Database)[];
type Table = (typeof tables)[number];

/** One step of a document's life: to which status, by which move and when. */
export interface DocumentStep {
  to: string;
  verb: string | null;
  at: string;
}

/** What a day of the history is told with: its books and chance, numbers for its documents, and the rows that it leaves. */
export class HistoryContext {
  readonly books: HistoryBooks;
  readonly catalogue: YearCatalogue;
  readonly random: Random;
  readonly #numbers = new Map<string, number>();
  readonly #rows = new Map<Table, object[]>();

  constructor(books: HistoryBooks, catalogue: YearCatalogue, random: Random) {
    this.books = books;
    this.catalogue = catalogue;
    this.random = random;
  }

  add(table: Table, ...rows: readonly object[]): void {
    const kept = this.#rows.get(table);
    if (kept) kept.push(...rows);
    else this.#rows.set(table, [...rows]);
  }

  /** The next number of a series, as documents of that day have it. */
  number(series: string, day: string): string {
    const year = Number(day.slice(0, 4));
    const name = `${series}-${year}`;
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    return documentNumber(series, year, number);
  }

  /** What became of a document, step by step; its audit, one entry for each, went to an archive. */
  lived(docType: DocumentType, entity: string, docId: string, steps: readonly DocumentStep[]): void {
    this.add(
      'documentHistory',
      ...steps.map((step, nth) => ({
        docType,
        docId,
        from: steps[nth - 1]?.to ?? null,
        ...step,
        by: person._id,
        byName: person.name,
        reason: null,
        reasonCode: null,
        reasonNote: null,
      })),
    );
    this.audited(entity, docId, steps.length);
  }

  audited(entity: string, entityId: string, rows: number): void {
    this.add('auditArchived', { entity, entityId, rows });
  }

  async write(tx: Tx): Promise<void> {
    for (const table of tables) await insertRows(tx, table, this.#rows.get(table) ?? []);
    this.#rows.clear();
  }

  async writeNumbers(tx: Tx): Promise<void> {
    await insertRows(
      tx,
      'sequences',
      [...this.#numbers].map(([name, last]) => ({ name, next: last + 1 })),
    );
  }
}

/** The columns of a document that stands since a moment, in so many versions. */
export const yearDocumentColumns = (
  _id: string,
  createdAt: string,
  version: number,
  updatedAt = createdAt,
) => ({
  _id,
  createdAt,
  updatedAt,
  version,
  number: _id,
  userId: person._id,
  userName: person.name,
});
