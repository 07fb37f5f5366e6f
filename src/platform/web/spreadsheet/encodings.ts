/** The text encodings that are detected and can be chosen, by their `TextDecoder` labels. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'windows-874',
  'shift_jis',
  'gbk',
] as const;
export type Encoding = (typeof encodings)[number];
