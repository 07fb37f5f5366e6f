import { describe, expect, it } from 'vitest';
import { createFirstPages } from './first-page.ts';

const script =
  '<script src="/assets/theme-a1.js" data-entry="/assets/e.js" data-next="<link rel=modulepreload href=/assets/s.js><link href=/s.css>">';
const built = `<!doctype html>\n<html lang="en">\n<head>${script}</script></head><body></body></html>`;
const pageFor = createFirstPages(built, { '/inventory': ['assets/i.js', 'assets/list.js'] });

/** What the page says of itself: its root, and how its script and what it fetches ahead are named. */
function read(path: string, cookies?: string) {
  const html = pageFor?.(path, cookies)?.html ?? built;
  return {
    root: /<html[^>]*>/.exec(html)?.[0],
    waits: !html.includes(
      '<script async fetchpriority="high" src="/assets/theme-a1.js" data-entry="/assets/e.js"',
    ),
    ahead: [...html.replace(/"[^"]*"/g, '').matchAll(/<link[^>]*>/g)].map(([tag]) => tag),
    leavesToScript: html.includes('data-next="<link'),
  };
}
const lookIs = (value: string) => `other=1; commissary.look=${value}`;

describe('the page as the server stamps it', () => {
  it.each([
    ['/', undefined, '<html lang="en" class="by-system shows-sign-in">'],
    ['/login', undefined, '<html lang="en" class="by-system shows-sign-in">'],
    ['/login/', lookIs('dark.ar.out'), '<html lang="ar" dir="rtl" class="dark shows-sign-in">'],
    ['/', lookIs('light.en.out'), '<html lang="en" class="shows-sign-in">'],
    ['/', lookIs('dark.en.in'), '<html lang="en" class="dark">'],
    ['/inventory', lookIs('system.ar.in'), '<html lang="ar" dir="rtl" class="by-system">'],
    ['/inventory', lookIs('light.en.out'), '<html lang="en" class="">'],
    ['/login/x', lookIs('dark.en.out'), '<html lang="en" class="dark">'],
  ])('says at %s with %s: %s', (path, cookies, root) => {
    expect(read(path, cookies)).toMatchObject({ root, waits: false });
  });

  it('asks ahead for what stands behind the sign-in when somebody is signed in, and leaves it to the script else', () => {
    expect(read('/inventory', lookIs('dark.en.in'))).toMatchObject({
      ahead: ['<link rel=modulepreload href=/assets/s.js>', '<link href=/s.css>'],
      leavesToScript: false,
    });
    expect(read('/', lookIs('dark.en.out'))).toMatchObject({ ahead: [], leavesToScript: true });
  });

  it('names the files of a page to who may see it, and of no other', () => {
    const linkOf = (path: string, look: string) => pageFor?.(path, lookIs(look))?.link;
    expect(linkOf('/inventory', 'dark.en.in')).toBe(
      '</assets/i.js>; rel=modulepreload; crossorigin; fetchpriority=low, ' +
        '</assets/list.js>; rel=modulepreload; crossorigin; fetchpriority=low',
    );
    expect(linkOf('/inventory', 'dark.en.out')).toBeNull();
    for (const path of ['/inventory/x', '/units', '/constructor', '/__proto__'])
      expect(linkOf(path, 'dark.en.in')).toBeNull();
  });

  it('waits for the script where nothing is known and no card is to be painted', () => {
    expect(read('/inventory')).toMatchObject({ root: '<html lang="en">', waits: true });
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
  ])('takes %j for no look at all', (value) => {
    expect(read('/', lookIs(value))).toEqual(read('/'));
    expect(read('/inventory', lookIs(value))).toEqual(read('/inventory'));
  });

  it('takes the first cookie that is one, wherever it stands, and no other name', () => {
    expect(
      read('/', 'commissary.look=?; x=;commissary.look=dark.en.in ; commissary.look=light.ar.out').root,
    ).toBe('<html lang="en" class="dark">');
    expect(read('/', 'commissaryxlook=dark.en.in; my.commissary.look=dark.en.in')).toEqual(read('/'));
  });

  it('leaves a page alone that was not built for this', () => {
    expect(createFirstPages('<!doctype html><html lang="en"><title>Page</title>')).toBeNull();
  });
});
