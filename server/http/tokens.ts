const maxRemembered = 1000;
const remembered = new Map<string, string>();

/** A new opaque token of 256 random bits, 43 characters. */
export function newToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a text, or of bytes. Only this of a token is ever stored. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** `sha256` that remembers the last thousand results: a session's token comes with every call. */
export async function tokenHash(token: string): Promise<string> {
  const known = remembered.get(token);
  if (known) return known;
  const hash = await sha256(token);
  if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value as string);
  remembered.set(token, hash);
  return hash;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
