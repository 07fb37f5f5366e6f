import type { DocumentType } from './types.ts';

/**
 * Path that is printed as a QR code. It opens the document on a page of whoever scans it, and never changes,
 * because papers last longer than pages.
 */
export const documentPath = (type: DocumentType, id: string): string =>
  `/open/${type}/${encodeURIComponent(id)}`;

/** The same for a lot of an item. */
export const lotPath = (itemId: string, lot: string): string =>
  `/open/lot/${encodeURIComponent(itemId)}/${encodeURIComponent(lot)}`;
