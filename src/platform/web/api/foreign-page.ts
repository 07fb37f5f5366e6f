/** Statuses that proxies without a backend and captive portals send. */
const gatewayStatuses: readonly number[] = [502, 503, 504, 511];

/** Returns whether a response is an HTML page, which the API never sends. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().includes('text/html');
}

/**
 * Returns whether a response is a page of a captive portal or proxy, and so no API response. A server that
 * rejects a call with an HTML page is still an API response.
 */
export function isForeignPage(response: Response): boolean {
  return isHtml(response) && (response.status < 400 || gatewayStatuses.includes(response.status));
}
