import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { launcherMessages } from './launcher-messages.ts';

export const arabic: TranslationOf<typeof launcherMessages> = { open: 'بحث' };
