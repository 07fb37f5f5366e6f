import type { DocumentType } from './types.ts';

/**
 * Path that is printed as a QR code. It opens the document on a page that the scanning user can access, and never
 * changes, because printouts outlive the app's page addresses.
 */
export const getDocumentPath = (type: DocumentType, id: string): string =>
  `/open/${type}/${encodeURIComponent(id)}`;

/** Path that is printed as a QR code for a lot of an item. */
export const getLotPath = (itemId: string, lot: string): string =>
  `/open/lot/${encodeURIComponent(itemId)}/${encodeURIComponent(lot)}`;
