import { arabicTexts as firstTexts, byCatalogue } from './arabic-first.ts';

/**
 * Every Arabic text, by catalogue: the `messages.ar.ts` files of the whole dashboard in one file that only those
 * load who read Arabic and are signed in.
 */
const files = import.meta.glob<{ arabic: unknown }>(
  [
    './**/*.ar.ts',
    '!./features/sign-in/*.ar.ts',
    '!./lib/{api,session}/*.ar.ts',
    '!./components/layout/error-messages.ar.ts',
    '!./components/ui/*.ar.ts',
  ],
  { eager: true },
);

export const arabicTexts: Readonly<Record<string, unknown>> = { ...firstTexts, ...byCatalogue(files) };
