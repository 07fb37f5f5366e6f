import { settings, type Settings } from '../../shapes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type JsonRecord, readRecord } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/** A setting of the business with the version of the settings. */
export interface Setting<T> {
  value: T;
  version: number;
}

/** Defines a setting by its name on the wire. */
export const defineSetting = <Name extends Exclude<keyof Settings, 'version'>>(name: Name) =>
  defineSettings(
    name,
    ({ [name]: value }) => value,
    (value: Settings[Name]) => ({ [name]: value }),
  );

/**
 * Defines settings that are edited together.
 *
 * @param name key of the cached value; for a single setting, its name in the API
 */
export function defineSettings<Name extends string, T>(
  name: Name,
  toValue: (all: Settings) => T,
  toChange: (value: T) => object,
) {
  const readSetting = (data: unknown): Setting<T> => {
    const all = readObject(settings, data);
    return { value: toValue(all), version: all.version };
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
     * Saves the value together with `extraFields` and returns the response. Throws `ApiError`; after a
     * version conflict (412) the current value has been loaded.
     */
    async save(
      queryClient: QueryClient,
      value: T,
      { version }: Setting<T>,
      extraFields: Readonly<Record<string, string>> = {},
    ): Promise<JsonRecord> {
      try {
        const json = { ...toChange(value), ...extraFields };
        const reply = await api.send('put', 'settings', {
          json,
          ifMatch: version,
          idempotencyKey: newUuid(),
        });
        setQueryResponse(queryClient, query().queryKey, readSetting(reply.data));
        return readRecord(reply.data);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412)
          await queryClient.invalidateQueries({ queryKey: query().queryKey });
        throw error;
      }
    },
  };
}
