/** A supplier invoice, or a credit note for billed amounts. */
export const invoiceKinds = ['invoice', 'credit'] as const;

/** In lifecycle order. */
export const invoiceStatuses = ['Draft', 'Posted', 'Reversed'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/**
 * Normalizes a printed document number so that case, spaces and punctuation don't matter: `INV 12` equals
 * `inv-12`.
 */
export function normalizeDocumentNumber(printedNumber: string): string {
  const normalized = printedNumber
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return normalized === '' ? printedNumber.trim() : normalized;
}

/** Maximum rounding difference of a printed total: a cent per line, because suppliers round each line. */
export const computeRoundingToleranceE4 = (lineCount: number): number => 100 * Math.max(1, lineCount);
