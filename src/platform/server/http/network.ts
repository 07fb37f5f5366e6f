/**
 * Returns the network used to count attempts: an IPv4 address (even if IPv4-mapped), or the first 64 bits of
 * an IPv6 address, which usually identify one site.
 */
export function getNetwork(address: string): string {
  const plain = address.replace(/^\[|\]$|%.*$/g, '').toLowerCase();
  const mapped =
    /^(?:0{0,4}:){2,5}ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain) ?? /^::ffff:([\d.]+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!plain.includes(':')) return plain;
  const groups = parseGroups(plain);
  if (!groups) return plain;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  if (isMapped) return [g >> 8, g & 255, h >> 8, h & 255].join('.');
  return `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, or null. */
function parseGroups(text: string): number[] | null {
  const [start = '', end, extra] = text.split('::');
  if (extra !== undefined) return null;
  const splitGroups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [splitGroups(start), splitGroups(end ?? '')];
  const missing = 8 - first.length - last.length;
  if (end === undefined ? missing !== 0 : missing < 1) return null;
  const words = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  if (!words.every((word) => /^[\da-f]{1,4}$/.test(word))) return null;
  return words.map((word) => Number.parseInt(word, 16));
}
