import { describe, expect, it } from 'vitest';
import { refusalTexts } from '#core/refusals/catalogue.ts';
import { englishRefusal } from '#core/refusals/english.ts';
import { type ReasonCode, refusal } from '#core/refusals/refusal.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { arabic } from '#platform/web/refusals/messages.ar.ts';
import { getImportErrorMessage, localizeRefusalText } from './localize-refusal.ts';

const findPlaceholders = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
const codes = Object.keys(refusalTexts) as ReasonCode[];

it.each(codes)('%s has an English and an Arabic text with the same parameters', (code) => {
  const [english, arabicText] = [refusalTexts[code], arabic[code]];
  expect(findPlaceholders(arabicText)).toEqual(findPlaceholders(english));
  for (const text of [english, arabicText]) expect(['', code]).not.toContain(text.trim());
  const letters = arabicText.replace(/\{\w+\}/g, '');
  expect(letters).toMatch(/[\u0621-\u064A]{2}/);
  expect(english).toMatch(/^[^\u0600-\u06FF]*$/);
});

it('no two codes have the same text, and Arabic has no additional code', () => {
  expect(Object.keys(arabic).toSorted()).toEqual(codes.toSorted());
  const repeated = codes.filter(
    (code, index) => codes.findIndex((other) => refusalTexts[other] === refusalTexts[code]) !== index,
  );
  expect(repeated).toEqual([]);
});

describe('an error', () => {
  const inUseError = new ApiError({
    status: 409,
    code: 'IN_USE',
    message: 'This import can’t be undone because Blue is now used by items.',
    details: { reason: 'undo-used', params: { name: 'Blue', collection: 'brands', usedBy: 'items' } },
  });

  it("is in the user's language, including names", () => {
    expect(getImportErrorMessage(inUseError)).toBe(
      'This import can’t be undone because Blue is now used by Items.',
    );
    switchToArabic();
    expect(getImportErrorMessage(inUseError)).toBe(
      'لا يمكن التراجع عن هذا الاستيراد لأن \u2068Blue\u2069 مستخدم الآن في الأصناف.',
    );
  });

  it('falls back to the collection if the name is empty, and to the text if the server sends no code', () => {
    switchToArabic();
    const params = { name: '', collection: 'packagings' };
    expect(localizeRefusalText({ message: '', reason: 'undo-changed', params })).toMatch(
      /العبوات.* تغيّر بعده/,
    );
    const message = englishRefusal(refusal('unit-not-convertible', { base: 'kg', unit: 'case' }));
    expect(localizeRefusalText({ message })).toContain('أضف تحويلًا');
    const reason = englishRefusal(refusal('size-locked'));
    expect(
      localizeRefusalText({ message: '', reason: 'import-rejected', params: { cause: reason } }),
    ).toContain(arabic['size-locked']);
  });

  it('is shown as received if neither code nor text is known', () => {
    switchToArabic();
    expect(localizeRefusalText({ message: 'The moon is full.', reason: 'full-moon' })).toBe(
      'The moon is full.',
    );
    expect(getImportErrorMessage(new Error('broken'))).toBe('Error: broken');
  });
});
