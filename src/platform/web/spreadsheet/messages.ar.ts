import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { spreadsheetMessages } from './messages.ts';

export const arabic: TranslationOf<typeof spreadsheetMessages> = {
  encoding: 'ترميز الملف',
  encodings: {
    'windows-1250': 'ويندوز، وسط أوروبا (1250)',
    'windows-1251': 'ويندوز، السيريلية (1251)',
    'windows-1252': 'ويندوز، الغربية (1252)',
    'windows-1253': 'ويندوز، اليونانية (1253)',
    'windows-1254': 'ويندوز، التركية (1254)',
    'windows-1255': 'ويندوز، العبرية (1255)',
    'windows-1256': 'ويندوز، العربية (1256)',
    'windows-1257': 'ويندوز، البلطيقية (1257)',
    'windows-1258': 'ويندوز، الفيتنامية (1258)',
    'iso-8859-2': 'ISO 8859-2، وسط أوروبا',
    'iso-8859-5': 'ISO 8859-5، السيريلية',
    'iso-8859-7': 'ISO 8859-7، اليونانية',
    'iso-8859-8': 'ISO 8859-8، العبرية',
    'iso-8859-9': 'ISO 8859-9، التركية',
    'windows-874': 'ويندوز، التايلاندية (874)',
    shift_jis: 'اليابانية (Shift JIS)',
    gbk: 'الصينية المبسطة (GBK)',
  },
  sheet: 'الورقة',
  headings: 'صف العناوين',
  noHeadings: 'بلا صف عناوين',
  headingRow: (row, cells) => `الصف ${row}: ${cells}`,
  example: (cell, value) => `${cell} ← ${value}`,
  ask: (column) => `كيف كُتب العمود “${column}”؟`,
  askDecided: (column) => `يمكن قراءة العمود “${column}” بطريقتين:`,
  askNone: 'اختر تنسيقًا',
  askByFile: 'مثل بقية الملف',
};
