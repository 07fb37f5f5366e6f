import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLocale, completeLocale, registerLanguage, restoreLocale } from './choose-locale.ts';
import { localeKey, localeStore } from './locale.ts';
import { defineMessages, getMessages } from './messages.ts';

const greeting = defineMessages('test/greeting', { hello: 'Hello' });
const firstTexts = { 'test/greeting': { hello: 'مرحبًا' } };
const laterCatalogue = defineMessages('test/later', { bye: 'Goodbye' });
const allTexts = { ...firstTexts, 'test/later': { bye: 'مع السلامة' } };
const failToLoad = () => Promise.reject(new Error('no network'));

beforeEach(() => {
  localStorage.clear();
  registerLanguage('ar', { first: async () => firstTexts, all: async () => allTexts });
});
afterEach(() => chooseLocale('en'));

test('choosing a language changes direction and messages, and is stored', async () => {
  await chooseLocale('ar');
  expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(getMessages(greeting).hello).toBe('مرحبًا');
  expect(localStorage.getItem(localeKey)).toBe('ar');
  await chooseLocale('en');
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(getMessages(greeting).hello).toBe('Hello');
});

test('a language whose messages cannot be loaded is not chosen', async () => {
  registerLanguage('ar', { first: failToLoad, all: failToLoad });
  await expect(chooseLocale('ar')).rejects.toThrow('no network');
  expect(localeStore.get()).toBe('en');
  expect(localStorage.getItem(localeKey)).toBeNull();
});

test('the sign-in page loads only its own messages; the others are loaded after signing in', async () => {
  const loadAll = vi.fn(async () => allTexts);
  registerLanguage('ar', { first: async () => firstTexts, all: loadAll });
  localeStore.set('ar');
  await restoreLocale('first');
  expect(getMessages(greeting).hello).toBe('مرحبًا');
  expect(loadAll).not.toHaveBeenCalled();
  await completeLocale();
  await completeLocale();
  expect(loadAll).toHaveBeenCalledOnce();
  expect(getMessages(laterCatalogue).bye).toBe('مع السلامة');
});

test('falls back to English until the next page load if the stored language cannot be loaded', async () => {
  localStorage.setItem(localeKey, 'ar');
  localeStore.set('ar');
  registerLanguage('ar', { first: failToLoad, all: failToLoad });
  await restoreLocale('first');
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(localStorage.getItem(localeKey)).toBe('ar');
});
