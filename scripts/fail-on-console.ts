import { afterEach, beforeEach, vi } from 'vitest';

/**
 * A test that makes the code complain on the console fails, unless it expected that: then it puts its own
 * `vi.spyOn(console, 'error').mockImplementation(...)` on top and asserts what was said.
 */
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      complaints.push(`console.${level}: ${said.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (complaints.length > 0) throw new Error(`Unexpected on the console:\n${complaints.join('\n')}`);
});
