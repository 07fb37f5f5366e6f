/** Every document type, as stored with histories and photos and, for those that move stock, in the ledger. */
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
  'safety_check',
  'sales',
] as const;
export type DocumentType = (typeof documentTypes)[number];
