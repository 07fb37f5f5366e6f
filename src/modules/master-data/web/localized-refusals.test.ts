import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { arabic } from '#platform/web/refusals/messages.ar.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { addTranslations } from '#platform/web/i18n/messages.ts';
import { localizeRefusalText } from './localize-refusal.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import {
  localizeError,
  getErrorMessage,
  getFieldErrorMessages,
  registerErrorTexts,
} from '#platform/web/api/localize-error.ts';

const createError = (message: string, options: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ code: 'VALIDATION', status: 422, message, ...options });

beforeEach(() => registerErrorTexts(async () => localizeRefusalText));
afterEach(() => localeStore.set('en'));

test('an error message is translated into Arabic if its text is known, otherwise left unchanged', async () => {
  addTranslations({ 'platform/web/refusals/messages': arabic });
  localeStore.set('ar');
  const error = await localizeError(
    createError('Code: Quayside already uses this value. Enter another one.', {
      fields: {
        code: 'Quayside already uses this value. Enter another one.',
        orderUnit: 'There is no conversion from case to kg. Add one.',
        name: 'A message from another server.',
      },
      details: { current: { _id: 'a' } },
    }),
  );
  expect(error.fields).toEqual({
    code: 'هذه القيمة مستخدمة لدى \u2068Quayside\u2069. أدخل قيمة أخرى.',
    orderUnit: 'لا يوجد تحويل من \u2068case\u2069 إلى \u2068kg\u2069. أضف تحويلًا.',
    name: 'A message from another server.',
  });
  expect([error.status, error.code, error.details]).toEqual([422, 'VALIDATION', { current: { _id: 'a' } }]);
});

test('the code takes precedence over the text, including for fields', async () => {
  switchToArabic();
  const error = await localizeError(
    createError('Anything.', {
      fields: { reason: 'Anything else.' },
      details: {
        reason: 'order-transition-not-allowed',
        params: { status: 'Under Review', next: 'Shipped' },
        fieldReasons: { reason: { reason: 'order-reason', params: { verb: 'send back' } } },
      },
    }),
  );
  expect(error.message).toBe('حالة هذا الطلب «قيد المراجعة»، ولا يمكن أن تصبح «مشحون».');
  expect(error.fields['reason']).toBe('أدخل سبب إعادة هذا الطلب.');
});

test("the server's texts are shown in English, or if translations can't be loaded", async () => {
  const error = createError('Choose the branch to order for.');
  expect(await localizeError(error)).toBe(error);
  switchToArabic();
  registerErrorTexts(() => Promise.reject(new Error('no network')));
  expect((await localizeError(error)).message).toBe('Choose the branch to order for.');
});

describe('an error message', () => {
  const reason = { reason: 'used-by', params: { name: 'Rice', user: 'order-templates' } };
  const english = 'Rice is used by order templates. Archive it instead.';
  const inUseError = createError(english, {
    fields: { name: english },
    details: { ...reason, fieldReasons: { name: reason } },
  });

  test('is in the current language, even if the language changed after the error', async () => {
    expect(getErrorMessage(inUseError)).toBe(english);
    switchToArabic();
    const localized = await localizeError(inUseError);
    expect(getErrorMessage(inUseError)).toBe('\u2068Rice\u2069 مستخدم في قوالب الطلبات. أرشِفه بدلًا من ذلك.');
    expect([getErrorMessage(localized), getFieldErrorMessages(localized)['name']]).toEqual([
      getErrorMessage(inUseError),
      getErrorMessage(inUseError),
    ]);
    localeStore.set('en');
    expect([getErrorMessage(localized), getFieldErrorMessages(localized)['name']]).toEqual([
      english,
      english,
    ]);
  });

  test('includes the name of the affected row, and doesn’t translate unknown texts', async () => {
    switchToArabic();
    const error = createError(`Oats: ${english}`, { details: { ...reason, rowName: 'Oats' } });
    expect((await localizeError(error)).message).toBe(`\u2068Oats\u2069: ${getErrorMessage(inUseError)}`);
    const foreign = createError('Le stock est insuffisant.', { details: { reason: 'du-stock' } });
    expect(getErrorMessage(await localizeError(foreign))).toBe('Le stock est insuffisant.');
  });

  test('is the dashboard’s own if the server sent none or responded with a server error', () => {
    expect(getErrorMessage(createError('x', { isGeneric: true }), 'It could not be saved.')).toBe(
      'It could not be saved.',
    );
    expect(getErrorMessage(new Error('broken'), 'It could not be saved.')).toBe('It could not be saved.');
    expect(getErrorMessage(createError('<nginx>', { status: 502 }))).toBe(
      'Server error. Please try again later.',
    );
  });
});
