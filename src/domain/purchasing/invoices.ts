/** An invoice bills, a credit note takes back what was billed. */
export const invoiceKinds = ['invoice', 'credit'] as const;

/** In the order of an invoice's life. */
export const invoiceStatuses = ['Draft', 'Posted', 'Reversed'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Two printed numbers are the same where they differ in case, blanks and signs between alone: `INV 12` is `inv-12`. */
export function normalizeDocumentNumber(printed: string): string {
  const bare = printed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return bare === '' ? printed.trim() : bare;
}

/** How far a printed total may be from its lines, freight and tax: a cent for each line, which suppliers round by itself. */
export const roundingToleranceE4 = (lineCount: number): number => 100 * Math.max(1, lineCount);
