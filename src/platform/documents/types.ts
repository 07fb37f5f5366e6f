/** Every document type that moves stock, as stored in the ledger. */
export const documentTypes = [
  'order',
  'discrepancy',
  'wastage',
  'transfer',
  'import',
  'stock_count',
  'purchase_order',
  'goods_receipt',
  'supplier_invoice',
  'production_batch',
  'sales',
] as const;
export type DocumentType = (typeof documentTypes)[number];
