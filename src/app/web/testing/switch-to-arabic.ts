import { onTestFinished } from 'vitest';
import { arabicTexts } from '#app/web/arabic.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { addTranslations } from '#platform/web/i18n/messages.ts';

/** Switches the dashboard to Arabic until the test ends. */
export function switchToArabic(): void {
  addTranslations(arabicTexts);
  localeStore.set('ar');
  onTestFinished(() => localeStore.set('en'));
}
