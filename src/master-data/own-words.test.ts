import { afterEach, beforeEach, expect, test } from 'vitest';
import { arabic } from '#src/lib/refusals/messages.ar.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import { addTranslations } from '#src/lib/i18n/messages.ts';
import { reasonText } from './reason-text.ts';
import { speakArabic } from '#src/testing/in-arabic.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { inOwnWords, wordRefusals } from '#src/lib/api/own-words.ts';

const refused = (message: string, rest: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ code: 'VALIDATION', status: 422, message, ...rest });

beforeEach(() => wordRefusals(async () => reasonText));
afterEach(() => localeStore.set('en'));

test('what the server refuses is said in Arabic where its sentence is known, and as it came elsewhere', async () => {
  addTranslations({ 'lib/refusals/messages': arabic });
  localeStore.set('ar');
  const error = await inOwnWords(
    refused('Code: Quayside has this already.', {
      fields: {
        code: 'Quayside has this already.',
        orderUnit: 'Nothing says how many kg one case is: add a conversion.',
        name: 'Whatever another server says.',
      },
      details: { current: { _id: 'a' } },
    }),
  );
  expect(error.fields).toEqual({
    code: 'هذه القيمة لدى \u2068Quayside\u2069 بالفعل.',
    orderUnit: 'لا شيء يذكر كم \u2068kg\u2069 في كل \u2068case\u2069: أضف تحويلًا.',
    name: 'Whatever another server says.',
  });
  expect([error.status, error.code, error.details]).toEqual([422, 'VALIDATION', { current: { _id: 'a' } }]);
});

test('the code decides before the sentence, by field too', async () => {
  speakArabic();
  const error = await inOwnWords(
    refused('Anything.', {
      fields: { reason: 'Anything else.' },
      details: {
        reason: 'order-no-move',
        params: { status: 'Under Review', next: 'Shipped' },
        fieldReasons: { reason: { reason: 'order-reason', params: { verb: 'send back' } } },
      },
    }),
  );
  expect(error.message).toBe('الطلب الذي حالته «قيد المراجعة» لا يصبح «مشحون».');
  expect(error.fields['reason']).toBe('اذكر السبب: إعادة الطلب يحتاج إلى سبب.');
});

test('in English, and where no words can be fetched, the sentences of the server stand', async () => {
  const error = refused('Say which branch the order is for.');
  expect(await inOwnWords(error)).toBe(error);
  speakArabic();
  wordRefusals(() => Promise.reject(new Error('no network')));
  expect((await inOwnWords(error)).message).toBe('Say which branch the order is for.');
});
