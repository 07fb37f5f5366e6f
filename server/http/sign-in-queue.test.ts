import { describe, expect, it } from 'vitest';
import { createSignInQueue } from './sign-in-queue.ts';

/** Sign-ins that go on when the test says so, in the order in which they were let in. */
function createWorld(atOnce: number) {
  const queue = createSignInQueue(atOnce);
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const come = (name: string, network: string, isKnown = false) =>
    queue
      .run(network, isKnown, () => {
        started.push(name);
        return new Promise<void>((resolve) => finish.set(name, resolve));
      })
      .then(
        () => 200,
        (error: { status: number }) => error.status,
      );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function end(name: string): Promise<void> {
    finish.get(name)?.();
    await settle();
  }
  return { come, started, end, settle };
}

describe('sign-ins at once', () => {
  it('take turns by network, so that a crowd holds nobody else up', async () => {
    const { come, started, end, settle } = createWorld(1);
    for (let n = 0; n < 5; n++) void come(`crowd ${n}`, 'a');
    void come('another', 'b');
    await settle();
    await end('crowd 0');
    await end('crowd 1');
    expect(started).toEqual(['crowd 0', 'crowd 1', 'another']);
  });

  it('let known devices go first, also from behind the crowd', async () => {
    const { come, started, end, settle } = createWorld(1);
    for (let n = 0; n < 16; n++) void come(`crowd ${n}`, 'a');
    void come('known', 'a', true);
    await settle();
    await end('crowd 0');
    expect(started).toEqual(['crowd 0', 'known']);
  });

  it('send who is too many away at once, and take them again later', async () => {
    const { come, end, settle } = createWorld(1);
    const crowd = Array.from({ length: 16 }, (_, n) => come(`crowd ${n}`, 'a'));
    expect(await come('one more', 'a')).toBe(429);
    for (const network of ['b', 'c']) for (let n = 0; n < 16; n++) void come(`${network} ${n}`, network);
    await settle();
    expect(await come('from anywhere', 'd')).toBe(503);
    await end('crowd 0');
    expect(await crowd[0]).toBe(200);
    void come('later', 'd');
    await settle();
    expect(await come('one more than that', 'd')).toBe(503);
  });

  it('free their place when they fail', async () => {
    const queue = createSignInQueue(1);
    for (let n = 0; n < 40; n++)
      await expect(queue.run('a', false, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(await queue.run('a', false, async () => 'right')).toBe('right');
  });
});
