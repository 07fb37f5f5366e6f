/** The largest file, in bytes: 20,000 rows of an item list are below 10 MB. */
export const mostBytes = 20 * 1024 * 1024;

/** The most that the parts of a workbook may unpack to, in bytes. */
export const mostUnpackedBytes = 150 * 1024 * 1024;

/** The most rows below the head. */
export const mostTableRows = 20_000;
