import { isolateParameters } from '#platform/web/i18n/isolate.ts';

/** Arabic strings that are visible before signing in; `arabic.ts` has the others. */
const files = import.meta.glob<{ arabic: unknown }>(
  [
    '/src/app/web/sign-in/*.ar.ts',
    '/src/platform/web/{api,session,ui}/*.ar.ts',
    '/src/platform/web/layout/error-messages.ar.ts',
  ],
  { eager: true },
);

export const firstArabicTexts: Readonly<Record<string, unknown>> = indexByCatalogue(files);

/** Indexes strings by catalogue name, which is derived from the path of the file. */
export function indexByCatalogue(modules: Record<string, { arabic: unknown }>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(modules).map(([path, { arabic }]) => [
      path.replace(/^\/src\/(.*)\.ar\.ts$/, '$1'),
      isolateParameters(arabic),
    ]),
  );
}
