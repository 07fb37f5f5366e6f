import type { DocumentType } from '#platform/documents/types.ts';
import { formatDocumentNumber } from '#platform/server/db/sequences.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { Random } from '#app/server/seed/random.ts';
import { ids } from '#app/server/testing/ids.ts';
import type { HistoryBooks } from './history-books.ts';
import type { YearCatalogue } from './catalogue.ts';

export const kitchen = { _id: ids.kitchen, name: 'Central Kitchen' };
export const person = { _id: ids.users.admin, name: 'Test admin' };

/** Returns the instant for a day and time. */
export const toInstant = (day: string, time: string): string => `${day}T${time}:00.000Z`;

/** Document tables, with referenced tables first. */
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

/** A step of a document's lifecycle: status, transition and time. */
export interface DocumentStep {
  to: string;
  verb: string | null;
  at: string;
}

/** Context of a simulated day: balances, random numbers, document numbers, and rows to write. */
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
    const tableRows = this.#rows.get(table);
    if (tableRows) tableRows.push(...rows);
    else this.#rows.set(table, [...rows]);
  }

  /** Returns the next number of a series, in the documents' format. */
  takeDocumentNumber(series: string, day: string): string {
    const year = Number(day.slice(0, 4));
    const name = `${series}-${year}`;
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    return formatDocumentNumber(series, year, number);
  }

  /** Adds a document's history. Its audit log, one entry per step, counts as archived. */
  addHistory(docType: DocumentType, entity: string, docId: string, steps: readonly DocumentStep[]): void {
    this.add(
      'documentHistory',
      ...steps.map((step, index) => ({
        docType,
        docId,
        from: steps[index - 1]?.to ?? null,
        ...step,
        by: person._id,
        byName: person.name,
        reason: null,
        reasonCode: null,
        reasonNote: null,
      })),
    );
    this.addArchivedAudit(entity, docId, steps.length);
  }

  addArchivedAudit(entity: string, entityId: string, rows: number): void {
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

/** Returns the common columns of a document with this creation time and version. */
export const createDocumentColumns = (
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
