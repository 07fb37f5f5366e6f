import { type CsvLayout, getCsvLayout, isoLayout } from '#core/csv-layout.ts';

/** Requested format of a CSV file. */
export interface CsvRequest {
  hasHeader: boolean;
  layout: CsvLayout;
}

/**
 * Returns the requested CSV format if the client prefers CSV to JSON, otherwise null. An unknown language is
 * ignored.
 */
export function parseCsvRequest(accept: string | undefined): CsvRequest | null {
  const [first = ''] = (accept ?? '').toLowerCase().split(',');
  const [type, ...params] = first.split(';').map((part) => part.trim());
  if (type !== 'text/csv') return null;
  const locale = params.find((param) => param.startsWith('locale='))?.slice('locale='.length);
  return {
    hasHeader: !params.includes('header=absent'),
    layout: (locale !== undefined && getCsvLayout(locale)) || isoLayout,
  };
}

/** Returns the file's media type with the applied parameters. */
export function getCsvContentType({ hasHeader, layout: { locale } }: CsvRequest): string {
  const type = `text/csv; charset=UTF-8; header=${hasHeader ? 'present' : 'absent'}`;
  return locale === null ? type : `${type}; locale=${locale}`;
}
