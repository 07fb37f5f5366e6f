import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#platform/web/i18n/locale.ts';
import { arabic } from './messages.ar.ts';
import { signInMessages } from './messages.ts';

const { body } = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
const card = body.querySelector('.static-sign-in');
const listTexts = (hiddenClass: string) =>
  [...(card?.querySelectorAll(`.${hiddenClass}\\:hidden`) ?? [])].map((element) => element.textContent);

test.each([
  ['English', 'rtl', signInMessages.en, locales.ar.name],
  ['Arabic', 'ltr', arabic, locales.en.name],
])(
  'shows the texts of the sign-in form on the first paint in %s',
  (_name, hiddenDirection, texts, otherLanguage) => {
    const { heading, text, email, password, signIn, help } = texts;
    expect(listTexts(hiddenDirection)).toEqual([heading, text, email, password, signIn, help, otherLanguage]);
  },
);
