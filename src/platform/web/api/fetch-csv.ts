import { fetchFile } from './read-file.ts';

interface CsvWish {
  /** BCP 47 locale for numbers and dates; machine-readable when omitted. */
  locale?: string | undefined;
  hasHead?: boolean;
}

/** Fetches all rows of a list as CSV. Throws `ApiError`. */
export function fetchCsv(
  { path, search }: { path: string; search: Record<string, string> },
  { locale, hasHead = true }: CsvWish = {},
): Promise<Blob> {
  const params = [
    ...(hasHead ? [] : ['header=absent']),
    ...(locale === undefined ? [] : [`locale=${locale}`]),
  ];
  const accept = ['text/csv', ...params].join('; ');
  return fetchFile('text/csv', { path, search, accept }, new AbortController().signal);
}
