const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const bytesPerId = 10;
/** Pool of random bytes for many ids: requesting them one by one is slower. */
const pool = new Uint8Array(bytesPerId * 400);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += bytesPerId;
  return pool.subarray(used - bytesPerId, used);
}

let lastMs = 0;
let counter = 0;

/**
 * Creates a UUIDv7, so that later ids sort later. A 12-bit counter keeps the order within one millisecond of
 * this process; 62 random bits prevent collisions between processes.
 */
export function newId(clock: { now(): Date }): string {
  const ms = clock.now().getTime();
  const random = randomBytes();
  if (ms === lastMs) counter = (counter + 1) & 0xfff;
  else {
    lastMs = ms;
    counter = (((random[8] ?? 0) << 8) | (random[9] ?? 0)) & 0x3ff;
  }
  const time = ms.toString(16).padStart(12, '0');
  let tail = hex[((random[0] ?? 0) & 0x3f) | 0x80] ?? '';
  for (let index = 1; index < 8; index += 1) tail += hex[random[index] ?? 0];
  const version = `7${counter.toString(16).padStart(3, '0')}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
