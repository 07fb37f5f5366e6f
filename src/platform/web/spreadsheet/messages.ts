import { defineMessages } from '#platform/web/i18n/messages.ts';

export const spreadsheetMessages = defineMessages('platform/web/spreadsheet/messages', {
  encoding: 'File encoding',
  encodings: {
    'windows-1250': 'Windows, Central European (1250)',
    'windows-1251': 'Windows, Cyrillic (1251)',
    'windows-1252': 'Windows, Western (1252)',
    'windows-1253': 'Windows, Greek (1253)',
    'windows-1254': 'Windows, Turkish (1254)',
    'windows-1255': 'Windows, Hebrew (1255)',
    'windows-1256': 'Windows, Arabic (1256)',
    'windows-1257': 'Windows, Baltic (1257)',
    'windows-1258': 'Windows, Vietnamese (1258)',
    'iso-8859-2': 'ISO 8859-2, Central European',
    'iso-8859-5': 'ISO 8859-5, Cyrillic',
    'iso-8859-7': 'ISO 8859-7, Greek',
    'iso-8859-8': 'ISO 8859-8, Hebrew',
    'iso-8859-9': 'ISO 8859-9, Turkish',
    'windows-874': 'Windows, Thai (874)',
    shift_jis: 'Japanese (Shift JIS)',
    gbk: 'Simplified Chinese (GBK)',
  },
  sheet: 'Sheet',
  headings: 'Header row',
  noHeadings: 'No header row',
  headingRow: (row: string, cells: string) => `Row ${row}: ${cells}`,
  /** A cell of the file and the value that is imported. */
  example: (cell: string, value: string) => `${cell} → ${value}`,
  ask: (column: string) => `Which format does “${column}” use?`,
  askDecided: (column: string) => `“${column}” can be read in two ways:`,
  askNone: 'Choose a format',
  askByFile: 'Same as the rest of the file',
});
