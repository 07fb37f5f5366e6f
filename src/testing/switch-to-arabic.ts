import { onTestFinished } from 'vitest';
import { arabicTexts } from '#src/arabic.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import { addTranslations } from '#src/lib/i18n/messages.ts';

/** The dashboard speaks Arabic until the test ends. */
export function switchToArabic(): void {
  addTranslations(arabicTexts);
  localeStore.set('ar');
  onTestFinished(() => localeStore.set('en'));
}
