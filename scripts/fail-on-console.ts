import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Fails a test if the code logs a console error, unless the test expects the error. Such a test replaces
 * `console.error` with its own `vi.spyOn(...).mockImplementation(...)` and asserts the message.
 */
const messages: string[] = [];

beforeEach(() => {
  messages.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      messages.push(`console.${level}: ${args.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (messages.length > 0) throw new Error(`Unexpected on the console:\n${messages.join('\n')}`);
});
