import '#src/testing/dom.ts';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLocale } from './i18n/choose-locale.ts';
import { keepLook } from './look.ts';
import { dropSession, saveSession } from './session/storage.ts';
import { setTheme } from './theme.ts';

keepLook();
const session = { token: 'secret', startedAt: 1, client: 'first', user: null } as const;

describe('the cookie by which the server paints the next page', () => {
  it('follows theme, language and session, and holds nothing else', async () => {
    setTheme('dark');
    expect(document.cookie).toBe('commissary.look=dark.en.out');
    saveSession(session);
    expect(document.cookie).toBe('commissary.look=dark.en.in');
    await chooseLocale('ar');
    setTheme('system');
    expect(document.cookie).toBe('commissary.look=system.ar.in');
    dropSession('first');
    expect(document.cookie).toBe('commissary.look=system.ar.out');
    await chooseLocale('en');
  });

  it('says what the device has kept, also when another tab has kept it', () => {
    setTheme('light');
    localStorage.setItem('commissary.theme', 'dark');
    saveSession(session);
    expect(document.cookie).toBe('commissary.look=dark.en.in');
  });

  it('is put right after the start', () => {
    document.cookie = 'commissary.look=light.ar.out;path=/';
    vi.useFakeTimers();
    keepLook();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(document.cookie).toBe('commissary.look=dark.en.in');
  });
});

describe('public/theme.js on a page that was stamped for somebody else', () => {
  const root = document.documentElement;
  beforeEach(() => localStorage.clear());

  function run(): void {
    const text = readFileSync('public/theme.js', 'utf8');
    document.head.append(Object.assign(document.createElement('script'), { text }));
  }

  it('takes the card from who is signed in, and gives them their theme and language', () => {
    Object.assign(root, { lang: 'en', className: 'by-system shows-sign-in' });
    localStorage.setItem('token', 'secret');
    localStorage.setItem('commissary.theme', 'dark');
    localStorage.setItem('commissary.locale', 'ar');
    run();
    expect([root.lang, root.dir, root.className]).toEqual(['ar', 'rtl', 'dark']);
  });

  it('gives the card, light and in English, to a device that knows nothing', () => {
    Object.assign(root, { lang: 'ar', dir: 'rtl', className: 'dark' });
    run();
    expect([root.lang, root.dir, root.className]).toEqual(['en', 'ltr', 'shows-sign-in']);
  });
});
