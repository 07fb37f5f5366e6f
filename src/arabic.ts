import { isolateBlanks } from './lib/i18n/isolate.ts';

/**
 * Every Arabic text, by catalogue: the `messages.ar.ts` files of the whole dashboard in one file that only those
 * load who read Arabic.
 */
const files = import.meta.glob<{ arabic: unknown }>('./**/*.ar.ts', { eager: true });

export const arabicTexts: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(files).map(([path, { arabic }]) => [
    path.replace(/^\.\/(.*)\.ar\.ts$/, '$1'),
    isolateBlanks(arabic),
  ]),
);
