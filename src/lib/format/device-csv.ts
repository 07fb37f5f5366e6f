import { csvLayoutIn, isoLayout } from '#domain/csv-layout.ts';

/** How spreadsheets of a device read a file. */
export interface DeviceCsv {
  locale: string;
  /** A number and a day as such a file has them. */
  sample: string;
  row: typeof isoLayout.row;
}

/** How spreadsheets of this device read numbers and days, by its own language; null where that is what programs read anywhere. */
export function deviceCsv(): DeviceCsv | null {
  const layout = csvLayoutIn(navigator.language);
  if (layout === null || layout.locale === null) return null;
  const cells = [1234.5, '2026-11-21'];
  const sample = layout.row(cells);
  return sample === isoLayout.row(cells) ? null : { locale: layout.locale, sample, row: layout.row };
}
