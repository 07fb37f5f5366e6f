/** The most items that one call changes (`POST /items/bulk`). */
export const maxBulkItems = 500;
