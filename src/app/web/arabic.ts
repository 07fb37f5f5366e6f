import { firstArabicTexts as firstTexts, indexByCatalogue } from './arabic-first.ts';

/**
 * All Arabic strings by catalogue: the `messages.ar.ts` files in one chunk, loaded only for signed-in users
 * who use Arabic.
 */
const files = import.meta.glob<{ arabic: unknown }>(
  [
    '/src/**/*.ar.ts',
    '!/src/app/web/sign-in/*.ar.ts',
    '!/src/platform/web/{api,session,ui}/*.ar.ts',
    '!/src/platform/web/layout/error-messages.ar.ts',
  ],
  { eager: true },
);

export const arabicTexts: Readonly<Record<string, unknown>> = { ...firstTexts, ...indexByCatalogue(files) };
