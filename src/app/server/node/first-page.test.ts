import { describe, expect, it } from 'vitest';
import { createFirstPageRenderer } from './first-page.ts';

const script =
  '<script src="/assets/theme-a1.js" data-entry="/assets/e.js" data-next="<link rel=modulepreload href=/assets/s.js><link href=/s.css>">';
const builtHtml = `<!doctype html>\n<html lang="en">\n<head>${script}</script></head><body></body></html>`;
const getPage = createFirstPageRenderer(builtHtml, { '/inventory': ['assets/i.js', 'assets/list.js'] });

/** Extracts the root tag and the names of the script and the prefetched files. */
function renderPage(path: string, cookies?: string) {
  const html = getPage?.(path, cookies)?.html ?? builtHtml;
  return {
    root: /<html[^>]*>/.exec(html)?.[0],
    isScriptBlocking: !html.includes(
      '<script async fetchpriority="high" src="/assets/theme-a1.js" data-entry="/assets/e.js"',
    ),
    preloadTags: [...html.replace(/"[^"]*"/g, '').matchAll(/<link[^>]*>/g)].map(([tag]) => tag),
    hasDeferredPreloads: html.includes('data-next="<link'),
  };
}
const buildCookies = (value: string) => `other=1; commissary.appearance=${value}`;

describe('server-rendered theme, language and preloads', () => {
  it.each([
    ['/', undefined, '<html lang="en" class="by-system shows-sign-in">'],
    ['/login', undefined, '<html lang="en" class="by-system shows-sign-in">'],
    ['/login/', buildCookies('dark.ar.out'), '<html lang="ar" dir="rtl" class="dark shows-sign-in">'],
    ['/', buildCookies('light.en.out'), '<html lang="en" class="shows-sign-in">'],
    ['/', buildCookies('dark.en.in'), '<html lang="en" class="dark">'],
    ['/inventory', buildCookies('system.ar.in'), '<html lang="ar" dir="rtl" class="by-system">'],
    ['/inventory', buildCookies('light.en.out'), '<html lang="en" class="">'],
    ['/login/x', buildCookies('dark.en.out'), '<html lang="en" class="dark">'],
  ])('at %s with %s returns %s', (path, cookies, root) => {
    expect(renderPage(path, cookies)).toMatchObject({ root, isScriptBlocking: false });
  });

  it('prefetches the signed-in bundle when signed in, and otherwise leaves prefetching to the script', () => {
    expect(renderPage('/inventory', buildCookies('dark.en.in'))).toMatchObject({
      preloadTags: ['<link rel=modulepreload href=/assets/s.js>', '<link href=/s.css>'],
      hasDeferredPreloads: false,
    });
    expect(renderPage('/', buildCookies('dark.en.out'))).toMatchObject({
      preloadTags: [],
      hasDeferredPreloads: true,
    });
  });

  it("preloads a page's files only for signed-in visitors", () => {
    const getLinkHeader = (path: string, appearance: string) =>
      getPage?.(path, buildCookies(appearance))?.link;
    expect(getLinkHeader('/inventory', 'dark.en.in')).toBe(
      '</assets/i.js>; rel=modulepreload; crossorigin; fetchpriority=low, ' +
        '</assets/list.js>; rel=modulepreload; crossorigin; fetchpriority=low',
    );
    expect(getLinkHeader('/inventory', 'dark.en.out')).toBeNull();
    for (const path of ['/inventory/x', '/units', '/constructor', '/__proto__'])
      expect(getLinkHeader(path, 'dark.en.in')).toBeNull();
  });

  it('runs the script before rendering if there is no cookie, except on pages that show the sign-in card', () => {
    expect(renderPage('/inventory')).toMatchObject({ root: '<html lang="en">', isScriptBlocking: true });
  });

  it.each([
    'dark.ar.in"><script>alert(1)</script>',
    'dark.ar',
    'dark.ar.in.in',
    'DARK.ar.in',
    '__proto__',
    '%64ark.ar.in',
    '',
    '"dark.ar.in"',
  ])('ignores the invalid appearance cookie %j', (value) => {
    expect(renderPage('/', buildCookies(value))).toEqual(renderPage('/'));
    expect(renderPage('/inventory', buildCookies(value))).toEqual(renderPage('/inventory'));
  });

  it('takes the first valid cookie of that name, at any position', () => {
    expect(
      renderPage(
        '/',
        'commissary.appearance=?; x=;commissary.appearance=dark.en.in ; commissary.appearance=light.ar.out',
      ).root,
    ).toBe('<html lang="en" class="dark">');
    expect(renderPage('/', 'commissaryxappearance=dark.en.in; my.commissary.appearance=dark.en.in')).toEqual(
      renderPage('/'),
    );
  });

  it('leaves other pages unchanged', () => {
    expect(createFirstPageRenderer('<!doctype html><html lang="en"><title>Page</title>')).toBeNull();
  });
});
