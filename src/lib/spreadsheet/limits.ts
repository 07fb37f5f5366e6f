/** The largest file, in bytes: 20,000 rows of an item list are below 10 MB. */
export const maxFileBytes = 20 * 1024 * 1024;

/** The most that the parts of a workbook may unpack to, in bytes. */
export const maxUnpackedBytes = 100 * 1024 * 1024;

/** The most rows below the head. */
export const maxTableRows = 20_000;

/** The most cells of a row. */
export const maxColumns = 200;

/** Last row of a sheet that may contain anything, because readers create every cell up to it. */
export const lastSheetRow = 30_000;

/** The most cells that the sheets of a workbook may have together, counted up to the last row and column of each. */
export const maxCells = lastSheetRow * maxColumns;

/** The most different texts of a workbook. */
export const maxSharedTexts = 1_000_000;

/** Maximum characters of a cell, as in spreadsheet programs. */
export const maxCellChars = 32_767;

/** Maximum characters of a table. A workbook stores a shared text once, however many cells use it. */
export const maxTableChars = 20_000_000;

/** The longest that a file may take to be read. */
export const maxReadMs = 30_000;

/** Lines above the head of a table. */
export const maxTitleRows = 10;
