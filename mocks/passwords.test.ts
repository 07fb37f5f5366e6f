import { expect, it } from 'vitest';
import { webCryptoPasswords as passwords } from './passwords.ts';

it('reads the number of iterations from the hash', async () => {
  const stored = await passwords.hash('correct horse');
  expect(stored).toMatch(/^pbkdf2:1000:/);
  expect([await passwords.verify('correct horse', stored), passwords.isCurrent(stored)]).toEqual([
    true,
    true,
  ]);
  expect(await passwords.verify('wrong horse', stored)).toBe(false);
  const earlyHash = stored.replace(':1000:', ':');
  expect([await passwords.verify('correct horse', earlyHash), passwords.isCurrent(earlyHash)]).toEqual([
    true,
    true,
  ]);
  const tamperedHash = stored.replace(':1000:', ':999:');
  expect([await passwords.verify('correct horse', tamperedHash), passwords.isCurrent(tamperedHash)]).toEqual([
    false,
    false,
  ]);
});

it.each(['', 'pbkdf2', `pbkdf2:999999999:${'a'.repeat(32)}:${'b'.repeat(64)}`, 'pbkdf2:1000:x:y'])(
  'rejects the stored value "%s"',
  async (stored) => {
    expect(await passwords.verify('', stored)).toBe(false);
    expect(passwords.isCurrent(stored)).toBe(false);
  },
);
