import { getCsvLayout, isoLayout } from '#core/csv-layout.ts';

/** CSV dialect of spreadsheet programs on this device. */
export interface DeviceCsv {
  locale: string;
  /** Example of a number and a date in this dialect. */
  sample: string;
  row: typeof isoLayout.row;
}

/** Returns the CSV dialect of this device's language; null when it is the machine-readable default. */
export function getDeviceCsv(): DeviceCsv | null {
  const layout = getCsvLayout(navigator.language);
  if (layout === null || layout.locale === null) return null;
  const cells = [1234.5, '2026-11-21'];
  const sample = layout.row(cells);
  return sample === isoLayout.row(cells) ? null : { locale: layout.locale, sample, row: layout.row };
}
