/** What who stands in between answers when no server is behind it: a proxy without one, a portal that wants a sign-in. */
const ofThoseBetween: readonly number[] = [502, 503, 504, 511];

/** True for a page meant for a browser: never data of ours. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().includes('text/html');
}

/** True for the page of a captive portal or of a proxy: no answer of the API. A server that refuses by a page is one. */
export function isForeignPage(response: Response): boolean {
  return isHtml(response) && (response.status < 400 || ofThoseBetween.includes(response.status));
}
