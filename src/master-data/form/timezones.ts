let all: readonly string[] | null = null;

/** The time zones this browser knows, for suggestions. */
export function timezones(): readonly string[] {
  all ??= Intl.supportedValuesOf('timeZone');
  return all;
}
