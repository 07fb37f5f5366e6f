import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const passwords = createPasswordHasher();

it('stores argon2id with 64 MiB, 3 passes, 1 lane, and a new salt each time', async () => {
  const [first, second] = await Promise.all([
    passwords.hash('commissary-demo'),
    passwords.hash('commissary-demo'),
  ]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify('commissary-demo', first)).toBe(true);
  expect(await passwords.verify('commissary-demo ', first)).toBe(false);
});

it('derives a key even for a missing account, so that the response takes equally long', async () => {
  let count = 0;
  const hasher = createPasswordHasher({
    deriveKey: async () => {
      count += 1;
      return Buffer.alloc(32);
    },
  });
  expect(await hasher.verify('wrong', null)).toBe(false);
  expect(await hasher.verify('wrong', 'not a hash')).toBe(false);
  expect(count).toBe(2);
});

describe('the cost', () => {
  const cheap = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 };

  it('is read from the stored hash: other costs stay valid and are rehashed', async () => {
    const before = createPasswordHasher({ cost: cheap });
    const after = createPasswordHasher({ cost: { ...cheap, memory: 2048, passes: 2, tagLength: 24 } });
    const stored = await before.hash('correct horse');
    expect(await after.verify('correct horse', stored)).toBe(true);
    expect(await after.verify('wrong horse', stored)).toBe(false);
    expect([before.isCurrent(stored), after.isCurrent(stored)]).toEqual([true, false]);
    const renewed = await after.hash('correct horse');
    expect(await before.verify('correct horse', renewed)).toBe(true);
    expect(after.isCurrent(renewed)).toBe(true);
  });

  it('accepts hashes of other programs that use standard Base64 with padding', async () => {
    const hasher = createPasswordHasher({ cost: cheap });
    const stored = await hasher.hash('correct horse');
    const [, name, version, parameters, salt = '', tag = ''] = stored.split('$');
    const toPaddedBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    const foreignHash = ['', name, version, parameters, toPaddedBase64(salt), toPaddedBase64(tag)].join('$');
    expect(await hasher.verify('correct horse', foreignHash)).toBe(true);
  });

  const salt = 'c2FsdHNhbHRzYWx0c2FsdA';
  const tag = 'dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE';
  it.each([
    `m=4294967295,t=3,p=1$${salt}$${tag}`,
    `m=262145,t=1,p=1$${salt}$${tag}`,
    `m=65536,t=4294967295,p=1$${salt}$${tag}`,
    `m=65536,t=3,p=255$${salt}$${tag}`,
    `m=0,t=0,p=0$${salt}$${tag}`,
    `m=8,t=1,p=4$${salt}$${tag}`,
    `m=65536,t=3,p=1$$${tag}`,
    `m=65536,t=3,p=1$${salt}$`,
    `m=65536,t=3,p=1$${salt}$YQ`,
    `m=65536,t=3,p=1$${salt}$${'a'.repeat(100_000)}`,
    `m=9e9,t=3,p=1$${salt}$${tag}`,
    `m=-1,t=3,p=1$${salt}$${tag}`,
  ])('is ignored if it is excessive or invalid, and the hash is rejected: %s', async (encoded) => {
    const computed: unknown[] = [];
    const hasher = createPasswordHasher({
      cost: cheap,
      deriveKey: async (_, { memory, passes, parallelism, tagLength }) => {
        computed.push({ memory, passes, parallelism, tagLength });
        return Buffer.alloc(tagLength ?? 32);
      },
    });
    expect(await hasher.verify('x', `$argon2id$v=19$${encoded}`)).toBe(false);
    expect(computed).toEqual([cheap]);
    expect(hasher.isCurrent(`$argon2id$v=19$${encoded}`)).toBe(false);
  });
});

it.each(['', 'plain', '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$dGFn'])(
  'rejects the stored value "%s"',
  async (stored) => {
    expect(await passwords.verify('', stored)).toBe(false);
  },
);

it('completes all concurrent hashes', async () => {
  const hashes = await Promise.all(Array.from({ length: 6 }, (_, n) => passwords.hash(`password ${n}`)));
  expect(await passwords.verify('password 5', hashes[5] ?? null)).toBe(true);
});
