import { reference, text } from '#contract/tolerant.ts';

/**
 * Where the picture of a field is: in our gallery by its id, or at an address of another server. Only an address of
 * this very origin is shown, as the page's policy says; null for anything else.
 */
export function pictureAt(
  value: unknown,
  origin: string,
): { kind: 'gallery'; id: string } | { kind: 'address'; url: string } | null {
  const words = reference(value)?.id ?? text(value);
  if (words === null) return null;
  if (/^[\w.-]{1,64}$/.test(words)) return { kind: 'gallery', id: words };
  if (!URL.canParse(words, origin)) return null;
  const url = new URL(words, origin);
  return url.origin === origin && url.protocol.startsWith('http') ? { kind: 'address', url: url.href } : null;
}
