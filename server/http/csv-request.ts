import { type CsvLayout, csvLayoutIn, isoLayout } from '#domain/csv-layout.ts';

/** How a table is wanted as a file. */
export interface CsvRequest {
  hasHead: boolean;
  layout: CsvLayout;
}

/** A table as a file, where the caller asks for that first and not for JSON. A language that is not known is none. */
export function parseCsvRequest(accept: string | undefined): CsvRequest | null {
  const [first = ''] = (accept ?? '').toLowerCase().split(',');
  const [type, ...params] = first.split(';').map((part) => part.trim());
  if (type !== 'text/csv') return null;
  const locale = params.find((param) => param.startsWith('locale='))?.slice('locale='.length);
  return {
    hasHead: !params.includes('header=absent'),
    layout: (locale !== undefined && csvLayoutIn(locale)) || isoLayout,
  };
}

/** The type of the file, with what of the wishes it keeps. */
export function csvContentType({ hasHead, layout: { locale } }: CsvRequest): string {
  const head = `text/csv; charset=UTF-8; header=${hasHead ? 'present' : 'absent'}`;
  return locale === null ? head : `${head}; locale=${locale}`;
}
