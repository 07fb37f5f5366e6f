import { number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readQuery } from '../read-query.ts';

/** The GS1 company prefix of the business, null while it has none; and the version of the settings that was seen. */
export interface CompanyPrefix {
  prefix: string | null;
  version: number;
}

/** The company prefix; asked anew whenever it is looked at. */
export function companyPrefixQuery() {
  return {
    ...readQuery({
      collection: 'settings_data',
      key: ['company-prefix'],
      lifetime: 'other',
      path: 'settings',
      read: (reply): CompanyPrefix => readPrefix(reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Sets the prefix, or none with null. Throws `ApiError`, by `companyPrefix`. */
export async function sendCompanyPrefix(
  prefix: string | null,
  { version }: CompanyPrefix,
  idempotencyKey: string,
): Promise<CompanyPrefix> {
  const json = { companyPrefix: prefix };
  return readPrefix((await api.send('put', 'settings', { json, ifMatch: version, idempotencyKey })).data);
}

function readPrefix(data: unknown): CompanyPrefix {
  const row = record(data);
  return { prefix: text(row['companyPrefix']), version: number(row['version']) ?? 0 };
}
