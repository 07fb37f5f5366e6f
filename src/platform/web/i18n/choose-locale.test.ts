import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLocale, completeLocale, registerLanguage, restoreLocale } from './choose-locale.ts';
import { localeKey, localeStore } from './locale.ts';
import { defineMessages, messagesOf } from './messages.ts';

const greeting = defineMessages('test/greeting', { hello: 'Hello' });
const first = { 'test/greeting': { hello: 'مرحبًا' } };
const later = defineMessages('test/later', { bye: 'Goodbye' });
const all = { ...first, 'test/later': { bye: 'مع السلامة' } };
const failToLoad = () => Promise.reject(new Error('no network'));

beforeEach(() => {
  localStorage.clear();
  registerLanguage('ar', { first: async () => first, all: async () => all });
});
afterEach(() => chooseLocale('en'));

test('a chosen language changes direction and texts, and is stored', async () => {
  await chooseLocale('ar');
  expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(messagesOf(greeting).hello).toBe('مرحبًا');
  expect(localStorage.getItem(localeKey)).toBe('ar');
  await chooseLocale('en');
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(messagesOf(greeting).hello).toBe('Hello');
});

test('a language whose texts cannot be loaded is not chosen', async () => {
  registerLanguage('ar', { first: failToLoad, all: failToLoad });
  await expect(chooseLocale('ar')).rejects.toThrow('no network');
  expect(localeStore.get()).toBe('en');
  expect(localStorage.getItem(localeKey)).toBeNull();
});

test('the sign-in page loads the first texts only; the rest loads before the screens behind it', async () => {
  const loadAll = vi.fn(async () => all);
  registerLanguage('ar', { first: async () => first, all: loadAll });
  localeStore.set('ar');
  await restoreLocale('first');
  expect(messagesOf(greeting).hello).toBe('مرحبًا');
  expect(loadAll).not.toHaveBeenCalled();
  await completeLocale();
  await completeLocale();
  expect(loadAll).toHaveBeenCalledOnce();
  expect(messagesOf(later).bye).toBe('مع السلامة');
});

test('English is used for this visit if the chosen language cannot be loaded', async () => {
  localStorage.setItem(localeKey, 'ar');
  localeStore.set('ar');
  registerLanguage('ar', { first: failToLoad, all: failToLoad });
  await restoreLocale('first');
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(localStorage.getItem(localeKey)).toBe('ar');
});
