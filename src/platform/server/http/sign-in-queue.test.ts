import { describe, expect, it } from 'vitest';
import { createSignInQueue } from './sign-in-queue.ts';

/** Creates a queue whose sign-ins the test completes itself. */
function createControlledQueue(concurrency: number) {
  const queue = createSignInQueue(concurrency);
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const signIn = (name: string, network: string, isKnown = false) =>
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
  return { signIn, started, end, settle };
}

describe('concurrent sign-ins', () => {
  it('alternate between networks, so that one network cannot block others', async () => {
    const { signIn, started, end, settle } = createControlledQueue(1);
    for (let n = 0; n < 5; n++) void signIn(`crowd ${n}`, 'a');
    void signIn('another', 'b');
    await settle();
    await end('crowd 0');
    await end('crowd 1');
    expect(started).toEqual(['crowd 0', 'crowd 1', 'another']);
  });

  it('admit known devices first, even from a crowded network', async () => {
    const { signIn, started, end, settle } = createControlledQueue(1);
    for (let n = 0; n < 16; n++) void signIn(`crowd ${n}`, 'a');
    void signIn('known', 'a', true);
    await settle();
    await end('crowd 0');
    expect(started).toEqual(['crowd 0', 'known']);
  });

  it('reject excess requests immediately, and accept requests again later', async () => {
    const { signIn, end, settle } = createControlledQueue(1);
    const crowd = Array.from({ length: 16 }, (_, n) => signIn(`crowd ${n}`, 'a'));
    expect(await signIn('excess of a', 'a')).toBe(429);
    for (const network of ['b', 'c']) for (let n = 0; n < 16; n++) void signIn(`${network} ${n}`, network);
    await settle();
    expect(await signIn('excess', 'd')).toBe(503);
    await end('crowd 0');
    expect(await crowd[0]).toBe(200);
    void signIn('later', 'd');
    await settle();
    expect(await signIn('excess of d', 'd')).toBe(503);
  });

  it('free their slot when they fail', async () => {
    const queue = createSignInQueue(1);
    for (let n = 0; n < 40; n++)
      await expect(queue.run('a', false, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(await queue.run('a', false, async () => 'right')).toBe('right');
  });
});
