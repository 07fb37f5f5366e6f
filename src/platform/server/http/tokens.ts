const maxCachedHashes = 1000;
const cachedHashes = new Map<string, string>();

/** Creates an opaque token of 256 random bits, 43 characters. */
export function newToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a text or bytes. Only the hash of a token is ever stored. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** `sha256` with a cache of the last thousand results, because every request contains a session token. */
export async function hashToken(token: string): Promise<string> {
  const cached = cachedHashes.get(token);
  if (cached) return cached;
  const hash = await sha256(token);
  if (cachedHashes.size >= maxCachedHashes) cachedHashes.delete(cachedHashes.keys().next().value as string);
  cachedHashes.set(token, hash);
  return hash;
}

const deviceCookie = /(?:^|;\s*)device=([\w-]{43})(?:;|$)/;

/** Returns the device token of a Cookie header, or null. */
export const parseDeviceToken = (header: string | undefined): string | null =>
  deviceCookie.exec(header ?? '')?.[1] ?? null;

/** HMAC-SHA-256 of a text under a secret key. */
export async function computeHmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
