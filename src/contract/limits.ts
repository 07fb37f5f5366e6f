/** Maximum items per bulk change (`POST /items/bulk`). */
export const maxBulkItems = 500;
