/**
 * On every answer of the API, errors and pictures included. An API answer is data: nothing in it may load or run, and
 * nothing keeps it: whoever sits down at the device next may not see what the one before saw.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  // Should anything on the way keep an answer all the same, it is nobody else's and in no other language.
  vary: 'authorization, accept-language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What pages and their files are served with: no inline script, no eval, nothing from elsewhere. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...apiHeaders,
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  vary: 'accept-encoding',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Added where the site is reached over TLS. */
export const strictTransport = 'max-age=31536000; includeSubDomains';
