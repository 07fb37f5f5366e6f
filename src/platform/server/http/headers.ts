/**
 * Headers of every API response, including errors and images. Responses are data: they must not load or run
 * anything, and must not be cached, because the device's next user may have different permissions.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  // If a proxy caches a response anyway, it may serve it only to the same user in the same language.
  vary: 'authorization, accept-language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Headers of pages and their files: no inline scripts, no eval, no third-party content. `wasm-unsafe-eval`
 * allows WebAssembly, which reads barcodes, and no evaluation of text.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...apiHeaders,
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
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

/** Value of Strict-Transport-Security, for sites served over TLS. */
export const strictTransport = 'max-age=31536000; includeSubDomains';
