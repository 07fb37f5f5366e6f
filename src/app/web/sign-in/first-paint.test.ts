import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#platform/web/i18n/locale.ts';
import { arabic } from './messages.ar.ts';
import { signInMessages } from './messages.ts';

const { body } = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
const card = body.querySelector('.static-sign-in');
const words = (hidden: string) =>
  [...(card?.querySelectorAll(`.${hidden}\\:hidden`) ?? [])].map((each) => each.textContent);

test.each([
  ['English', 'rtl', signInMessages.en, locales.ar.name],
  ['Arabic', 'ltr', arabic, locales.en.name],
])('the first paint and the sign-in form show the same texts in %s', (_name, hiddenIn, texts, other) => {
  const { heading, text, email, password, signIn, help } = texts;
  expect(words(hiddenIn)).toEqual([heading, text, email, password, signIn, help, other]);
});
