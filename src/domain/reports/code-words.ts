import { kindsInArabic } from '../stock/kind-words-in-arabic.ts';
import { kindsInEnglish } from '../stock/kind-words-in-english.ts';
import { outsideInArabic } from '../stock/outside-words-in-arabic.ts';
import { outsideInEnglish } from '../stock/outside-words-in-english.ts';
import { codesInArabic } from './codes-in-arabic.ts';
import { codesInEnglish } from './codes-in-english.ts';

type Words = Readonly<Record<string, string>>;

/** By the type of their cells: one code can mean two things. */
const english: Readonly<Record<string, Words>> = {
  kind: { ...kindsInEnglish, brought_forward: codesInEnglish.brought_forward },
  code: { ...outsideInEnglish, ...codesInEnglish },
};
const arabic: Readonly<Record<string, Words>> = {
  kind: { ...kindsInArabic, brought_forward: codesInArabic.brought_forward },
  code: { ...outsideInArabic, ...codesInArabic },
};

/** A cell that holds a code, in words: for workbooks and mails. What is no code, such as the name of a place, stays as it is. */
export const codeInWords = (language: string, type: string, text: string): string =>
  (language === 'ar' ? arabic : english)[type]?.[text] ?? text;
