import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vitest/config';

/** A guard of the product, with its code's replacement. */
export interface Guard {
  /** A short name, for the command line and the table of docs/faults.md. */
  name: string;
  /** From the project's root. */
  file: string;
  /** The guard's code, which must occur exactly once in the file. */
  code: string;
  /** The replacement. */
  without: string;
}

/**
 * Returns the file's text without the guard.
 *
 * @throws Error where the guard's code doesn't occur exactly once
 */
export function withoutGuard({ name, file, code, without }: Guard, text: string): string {
  const parts = text.split(code);
  if (parts.length !== 2) throw new Error(`${file} contains the code of "${name}" ${parts.length - 1} times`);
  return parts.join(without);
}

/**
 * Loads the file of the guard in REMOVED_GUARD (as JSON) without that guard; does nothing where the variable
 * is not set.
 */
export function removeGuard(): Plugin {
  const setting = process.env['REMOVED_GUARD'];
  const guard = setting === undefined ? null : (JSON.parse(setting) as Guard);
  const path = guard === null ? null : join(import.meta.dirname, '..', guard.file);
  const isGuarded = (id: string) => id.split('?')[0] === path;
  return {
    name: 'remove-guard',
    enforce: 'pre',
    // Vitest's cache must not mix the file with and without its guard.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => !isGuarded(id) && null),
    load: (id) =>
      guard !== null && path !== null && isGuarded(id)
        ? withoutGuard(guard, readFileSync(path, 'utf8'))
        : null,
  };
}
