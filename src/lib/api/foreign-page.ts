/** Statuses that proxies without a backend and captive portals send. */
const ofThoseBetween: readonly number[] = [502, 503, 504, 511];

/** True for a page meant for a browser: never data of ours. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().includes('text/html');
}

/**
 * True for a page of a captive portal or proxy, which is no API response. A server that rejects a call with
 * an HTML page is still an API response.
 */
export function isForeignPage(response: Response): boolean {
  return isHtml(response) && (response.status < 400 || ofThoseBetween.includes(response.status));
}
