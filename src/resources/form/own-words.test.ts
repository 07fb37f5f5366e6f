import { afterEach, expect, test } from 'vitest';
import { addTranslations } from '#src/lib/i18n/messages.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import { arabic } from '../import/reason-messages.ar.ts';
import { inOwnWords } from './own-words.ts';

const refusal = {
  message: 'Code: Quayside has this already.',
  fields: {
    code: 'Quayside has this already.',
    orderUnit: 'Nothing says how many kg one case is: add a conversion.',
    name: 'Whatever another server says.',
  },
};

afterEach(() => localeStore.set('en'));

test('what the server refuses is said in Arabic where its sentence is known, and as it came elsewhere', async () => {
  addTranslations({ 'resources/import/reason-messages': arabic });
  localeStore.set('ar');
  const { fields } = await inOwnWords(refusal);
  expect(fields['code']).toBe('هذه القيمة لدى \u2068Quayside\u2069 بالفعل.');
  expect(fields['orderUnit']).toBe('لا شيء يذكر كم \u2068kg\u2069 في كل \u2068case\u2069: أضف تحويلًا.');
  expect(fields['name']).toBe('Whatever another server says.');
});

test('in English the sentences of the server stand', async () => {
  expect(await inOwnWords(refusal)).toEqual(refusal);
});
