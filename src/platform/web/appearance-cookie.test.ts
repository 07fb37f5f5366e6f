import '#app/web/testing/dom.ts';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { chooseLocale } from '#platform/web/i18n/choose-locale.ts';
import { syncAppearanceCookie } from './appearance-cookie.ts';
import { removeSession, saveSession } from '#platform/web/session/storage.ts';
import { setTheme } from './theme.ts';

syncAppearanceCookie();
const session = { token: 'secret', startedAt: 1, client: 'first', user: null } as const;

describe('the appearance cookie for the next page load', () => {
  it('follows theme, language and session, and contains nothing else', async () => {
    setTheme('dark');
    expect(document.cookie).toBe('commissary.appearance=dark.en.out');
    saveSession(session);
    expect(document.cookie).toBe('commissary.appearance=dark.en.in');
    await chooseLocale('ar');
    setTheme('system');
    expect(document.cookie).toBe('commissary.appearance=system.ar.in');
    removeSession('first');
    expect(document.cookie).toBe('commissary.appearance=system.ar.out');
    await chooseLocale('en');
  });

  it("reflects the device's storage, including changes by another tab", () => {
    setTheme('light');
    localStorage.setItem('commissary.theme', 'dark');
    saveSession(session);
    expect(document.cookie).toBe('commissary.appearance=dark.en.in');
  });

  it('is written soon after startup', () => {
    document.cookie = 'commissary.appearance=light.ar.out;path=/';
    vi.useFakeTimers();
    syncAppearanceCookie();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(document.cookie).toBe('commissary.appearance=dark.en.in');
  });
});

describe('public/theme.js on a page rendered for a different state', () => {
  const root = document.documentElement;
  beforeEach(() => localStorage.clear());

  function runThemeScript(): void {
    const text = readFileSync('public/theme.js', 'utf8');
    document.head.append(Object.assign(document.createElement('script'), { text }));
  }

  it('removes the sign-in card for signed-in users, and sets their theme and language', () => {
    Object.assign(root, { lang: 'en', className: 'by-system shows-sign-in' });
    localStorage.setItem('token', 'secret');
    localStorage.setItem('commissary.theme', 'dark');
    localStorage.setItem('commissary.locale', 'ar');
    runThemeScript();
    expect([root.lang, root.dir, root.className]).toEqual(['ar', 'rtl', 'dark']);
  });

  it('adds the card, light and in English, on a device without storage', () => {
    Object.assign(root, { lang: 'ar', dir: 'rtl', className: 'dark' });
    runThemeScript();
    expect([root.lang, root.dir, root.className]).toEqual(['en', 'ltr', 'shows-sign-in']);
  });
});

describe("public/theme.js if the page's code cannot be loaded", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    for (const alert of document.querySelectorAll('[role=alert]')) alert.remove();
    localStorage.clear();
  });

  /** Runs the script as on a page whose entry never loads, because jsdom has no modules and cannot reload. */
  function openPage(respond: () => Promise<Response>): () => void {
    const reload = vi.fn();
    const text = readFileSync('public/theme.js', 'utf8');
    expect(text).toContain('import(entry)');
    const script = document.createElement('script');
    script.text = `(function ({ location, fetch, load }) {${text.replace('import(entry)', 'load()')}})(document.currentScript.stubs);`;
    Object.assign(script.dataset, { entry: '/assets/gone.js', next: '' });
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const page = { pathname: '/', href: 'http://localhost/', reload };
    Object.assign(script, { stubs: { location: page, fetch: respond, load } });
    document.head.append(script);
    return reload;
  }
  const alert = () => document.querySelector('[role=alert]');

  it('reloads the page once, and then reports that it could not be loaded', async () => {
    const respond = async () => new Response(null, { status: 200 });
    const firstReload = openPage(respond);
    await waitFor(() => expect(firstReload).toHaveBeenCalledOnce());
    expect(alert()).toBeNull();
    const secondReload = openPage(respond);
    await waitFor(() => expect(alert()).toHaveTextContent(/Couldn’t load this page.*load it again/));
    expect(secondReload).not.toHaveBeenCalled();
  });

  it('reports that it could not be loaded, without a reload, while the server does not respond', async () => {
    localStorage.setItem('commissary.locale', 'ar');
    for (const respondBadly of [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response(null, { status: 503 }),
    ]) {
      const reload = openPage(respondBadly);
      await waitFor(() => expect(alert()).toHaveTextContent('تعذّر تحميل هذه الصفحة'));
      expect(reload).not.toHaveBeenCalled();
      alert()?.remove();
    }
  });
});
