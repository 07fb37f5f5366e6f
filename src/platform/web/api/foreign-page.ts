/** Statuses sent by captive portals and by proxies without a backend. */
const gatewayStatuses: readonly number[] = [502, 503, 504, 511];

/** Returns whether a response is an HTML page, which the API never sends. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().includes('text/html');
}

/**
 * Returns whether a response is the page of a captive portal or proxy instead of an API response. A server's
 * own HTML error page still counts as an API response.
 */
export function isForeignPage(response: Response): boolean {
  return isHtml(response) && (response.status < 400 || gatewayStatuses.includes(response.status));
}
