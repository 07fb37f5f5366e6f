/** The largest file, in bytes: 20,000 rows of an item list are below 10 MB. */
export const mostBytes = 20 * 1024 * 1024;

/** The most that the parts of a workbook may unpack to, in bytes. */
export const mostUnpackedBytes = 150 * 1024 * 1024;

/** The most rows below the head. */
export const mostTableRows = 20_000;

/** The last row and column of a workbook's sheet that anything may stand in: readers make every cell up to there. */
export const lastSheetRow = 30_000;
export const lastSheetColumn = 300;

/** The longest that a file may take to be read. */
export const mostReadingMs = 30_000;
