import { expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const passwords = createPasswordHasher();

it('keeps argon2id with 64 MiB, 3 passes, 1 lane, and never the same twice', async () => {
  const [first, second] = await Promise.all([
    passwords.hash('commissary-demo'),
    passwords.hash('commissary-demo'),
  ]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify('commissary-demo', first)).toBe(true);
  expect(await passwords.verify('commissary-demo ', first)).toBe(false);
});

it('works as hard for an account that is not there', async () => {
  let count = 0;
  const counted = createPasswordHasher(async () => {
    count += 1;
    return Buffer.alloc(32);
  });
  expect(await counted.verify('wrong', null)).toBe(false);
  expect(await counted.verify('wrong', 'not a hash')).toBe(false);
  expect(count).toBe(2);
});

it.each(['', 'plain', '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$dGFn'])(
  'opens nothing for the stored value "%s"',
  async (stored) => {
    expect(await passwords.verify('', stored)).toBe(false);
  },
);

it('hashes many at once without losing one', async () => {
  const hashes = await Promise.all(Array.from({ length: 6 }, (_, n) => passwords.hash(`password ${n}`)));
  expect(await passwords.verify('password 5', hashes[5] ?? null)).toBe(true);
});
