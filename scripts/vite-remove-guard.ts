import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vitest/config';

/** A guard in the product, and the code that replaces it. */
export interface Guard {
  /** A short name, for the command line and the table of docs/faults.md. */
  name: string;
  /** Path from the project's root. */
  file: string;
  /** The guard's code, which must occur exactly once in the file. */
  code: string;
  /** The code that replaces it. */
  replacement: string;
}

/**
 * Returns the file's text without the guard.
 *
 * @throws Error if the guard's code doesn't occur exactly once
 */
export function removeGuardCode({ name, file, code, replacement }: Guard, text: string): string {
  const parts = text.split(code);
  if (parts.length !== 2) throw new Error(`${file} contains the code of "${name}" ${parts.length - 1} times`);
  return parts.join(replacement);
}

/**
 * Loads the file of the guard in REMOVED_GUARD (JSON) without that guard; does nothing if the variable isn't
 * set.
 */
export function removeGuard(): Plugin {
  const setting = process.env['REMOVED_GUARD'];
  const guard = setting === undefined ? null : (JSON.parse(setting) as Guard);
  const path = guard === null ? null : join(import.meta.dirname, '..', guard.file);
  const isGuarded = (id: string) => id.split('?')[0] === path;
  return {
    name: 'remove-guard',
    enforce: 'pre',
    // Vitest's cache must not mix the file's versions with and without the guard.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => !isGuarded(id) && null),
    load: (id) =>
      guard !== null && path !== null && isGuarded(id)
        ? removeGuardCode(guard, readFileSync(path, 'utf8'))
        : null,
  };
}
