import { settings, type Settings } from '#contract/shapes/settings.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type JsonRecord, readRecord } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { setQueryAnswer } from '#src/lib/cache/set-query-answer.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { readQuery } from '../read-query.ts';
import { readObject } from '../read-shape.ts';

/** A setting of the business with the version of the settings. */
export interface Setting<T> {
  value: T;
  version: number;
}

/** Defines a setting by its name on the wire. */
export function defineSetting<Name extends Exclude<keyof Settings, 'version'>>(name: Name) {
  type T = Settings[Name];
  const readSetting = (data: unknown): Setting<T> => {
    const { [name]: value, version } = readObject(settings, data);
    return { value, version };
  };
  /** Refetched on every mount. */
  const query = () => ({
    ...readQuery({
      collection: 'settings_data',
      key: [name],
      lifetime: 'other',
      path: 'settings',
      read: ({ data }) => readSetting(data),
    }),
    refetchOnMount: 'always' as const,
  });
  return {
    name,
    query,
    /**
     * Saves the value together with `more` and returns the response. Throws `ApiError`, by `name`; after a
     * version conflict (412) the current value has been loaded.
     */
    async save(
      queryClient: QueryClient,
      value: T,
      { version }: Setting<T>,
      more: Readonly<Record<string, string>> = {},
    ): Promise<JsonRecord> {
      try {
        const json = { [name]: value, ...more };
        const reply = await api.send('put', 'settings', {
          json,
          ifMatch: version,
          idempotencyKey: newUuid(),
        });
        setQueryAnswer(queryClient, query().queryKey, readSetting(reply.data));
        return readRecord(reply.data);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412)
          await queryClient.invalidateQueries({ queryKey: query().queryKey });
        throw error;
      }
    },
  };
}
