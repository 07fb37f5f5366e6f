/** Maximum file size in bytes; an item list of 20,000 rows takes less than 10 MB. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Maximum unpacked size of a workbook's parts, in bytes. */
export const maxUnpackedBytes = 100 * 1024 * 1024;

/** Maximum rows below the header. */
export const maxTableRows = 20_000;

/** Maximum cells per row. */
export const maxColumns = 200;

/** Last row of a sheet that may contain anything, because readers create every cell up to it. */
export const lastSheetRow = 30_000;

/** Maximum cells of all sheets of a workbook together, counted up to the last row and column of each. */
export const maxCells = lastSheetRow * maxColumns;

/** Maximum number of distinct strings in a workbook. */
export const maxSharedTexts = 1_000_000;

/** Maximum characters of a cell, as in spreadsheet programs. */
export const maxCellChars = 32_767;

/** Maximum characters of a table. A workbook stores a shared text once, however many cells use it. */
export const maxTableChars = 20_000_000;

/** Maximum time for reading a file, in ms. */
export const maxReadMs = 30_000;

/** Maximum lines above the header of a table. */
export const maxTitleRows = 10;
