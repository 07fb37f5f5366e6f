import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { addTranslations } from '#platform/web/i18n/messages.ts';
import { getLoginFailureMessage } from './failure.ts';
import { arabic } from './messages.ar.ts';

const createRefusal = (code: string, message: string) => new ApiError({ code, status: 401, message });

afterEach(() => localeStore.set('en'));

test("a rejected sign-in shows the server's message, localized in Arabic", () => {
  const invalidCredentials = createRefusal('INVALID_CREDENTIALS', 'Invalid email or password');
  expect(getLoginFailureMessage(invalidCredentials)).toBe('Invalid email or password');
  addTranslations({ 'platform/web/session/messages': arabic });
  localeStore.set('ar');
  expect(getLoginFailureMessage(invalidCredentials)).toBe(arabic.invalid);
  expect(getLoginFailureMessage(createRefusal('TOO_MANY_ATTEMPTS', 'Too many'))).toBe(arabic.tooMany);
  expect(getLoginFailureMessage(createRefusal('CLOSED', 'We are closed'))).toBe('We are closed');
});
