import { firstArabicTexts as firstTexts, byCatalogue } from './arabic-first.ts';

/**
 * All Arabic texts by catalogue: the `messages.ar.ts` files in one chunk, loaded only for signed-in users of
 * Arabic.
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
