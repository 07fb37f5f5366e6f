const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1', '0.0.0.0']);

/**
 * Returns the base address of the API (SPEC section 7): `{host}/api` for a local host, otherwise `/api`. No
 * trailing slash.
 */
export function baseAddress(location: { hostname: string; origin: string }): string {
  return localHosts.has(location.hostname) || location.hostname.endsWith('.localhost')
    ? `${location.origin}/api`
    : '/api';
}
