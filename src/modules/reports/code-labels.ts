import { moveKindNamesInArabic } from '#modules/stock/move-kind-names-in-arabic.ts';
import { moveKindNames } from '#modules/stock/move-kind-names.ts';
import { virtualLocationNamesInArabic } from '#modules/stock/virtual-location-names-in-arabic.ts';
import { virtualLocationNames } from '#modules/stock/virtual-location-names.ts';
import { codesInArabic } from './codes-in-arabic.ts';
import { codesInEnglish } from './codes-in-english.ts';

type Words = Readonly<Record<string, string>>;

/** Labels by cell type, because the same code can have two meanings. */
const english: Readonly<Record<string, Words>> = {
  kind: { ...moveKindNames, brought_forward: codesInEnglish.brought_forward },
  code: { ...virtualLocationNames, ...codesInEnglish },
};
const arabic: Readonly<Record<string, Words>> = {
  kind: { ...moveKindNamesInArabic, brought_forward: codesInArabic.brought_forward },
  code: { ...virtualLocationNamesInArabic, ...codesInArabic },
};

/**
 * Returns the label of a code in a report cell, for workbooks and emails. Other text, such as a location
 * name, is returned unchanged.
 */
export const getCodeLabel = (language: string, type: string, text: string): string =>
  (language === 'ar' ? arabic : english)[type]?.[text] ?? text;
