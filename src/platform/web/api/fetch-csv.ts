import { fetchFile } from './read-file.ts';

interface CsvOptions {
  /** BCP 47 locale for numbers and dates; machine-readable when omitted. */
  locale?: string | undefined;
  hasHeader?: boolean;
}

/** Fetches all rows of a list as CSV. Throws `ApiError`. */
export function fetchCsv(
  { path, search }: { path: string; search: Record<string, string> },
  { locale, hasHeader = true }: CsvOptions = {},
): Promise<Blob> {
  const params = [
    ...(hasHeader ? [] : ['header=absent']),
    ...(locale === undefined ? [] : [`locale=${locale}`]),
  ];
  const accept = ['text/csv', ...params].join('; ');
  return fetchFile('text/csv', { path, search, accept }, new AbortController().signal);
}
