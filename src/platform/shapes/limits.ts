/** Maximum items per bulk change (`POST /items/bulk`). */
export const maxBulkItems = 500;

/** Maximum rows per import. */
export const maxImportRows = 20_000;
/** Maximum rows per request. */
export const maxRowsPerUpload = 500;

/** Maximum number of compared branches, days or orders. */
export const maxComparedOrders = 8;
