import { type Appearance, appearanceCookie, formatAppearance } from '#contract/appearance.ts';

/** The page as one kind of visitor gets it. */
export interface FirstPage {
  /** Tells it from the others that are made of the same file. */
  name: string;
  html: string;
  /** The code of the page at this address, for a `link` header: to be fetched beside what every page needs. */
  link: string | null;
}

/** The files that a route alone brings, by its address; scripts/vite-first-paint.ts writes them into the build. */
export type RouteFiles = Readonly<Record<string, readonly string[]>>;

/** Answers the page for an address, with the cookies that came along; null for the page as it was built. */
export type FirstPages = (path: string, cookies: string | undefined) => FirstPage | null;

const unknown: Appearance = { theme: 'system', locale: 'en', isSignedIn: false };

/** Every look there is, by the cookie's value: whatever else a cookie says is none of them. */
const looks: ReadonlyMap<string, Appearance> = new Map(
  (['light', 'dark', 'system'] as const)
    .flatMap((theme) => (['en', 'ar'] as const).map((locale) => ({ theme, locale })))
    .flatMap((look) => [true, false].map((isSignedIn) => ({ ...look, isSignedIn })))
    .map((look) => [formatAppearance(look), look]),
);

const signInPath = /^\/(login\/?)?$/;

/** What scripts/vite-first-paint.ts and index.html write. */
const rootTag = '<html lang="en">';
const scriptTag = /<script (src="\/assets\/theme-[^"]+" data-entry="[^"]+") data-next="([^"]*)"><\/script>/;

const themeClass: Readonly<Record<Appearance['theme'], string>> = {
  light: '',
  dark: 'dark',
  system: 'by-system',
};

/**
 * Stamps a built page with what public/theme.js would find out, so that it is painted without waiting for that script:
 * theme and language by the device's own cookie, the sign-in card at the two sign-in addresses unless the cookie says
 * that somebody is signed in, and for them the files that every page behind the sign-in begins with, and those of this
 * page.
 * Without a cookie the sign-in addresses get what a first visit gets; every other page, which has nothing to paint
 * yet, waits for the script as it was built.
 *
 * @param html of the built dashboard; null for one that was not built for this
 * @param routeFiles where the build left none, no page's own files are named
 */
export function createFirstPages(html: string, routeFiles: RouteFiles = {}): FirstPages | null {
  const script = scriptTag.exec(html);
  if (!html.includes(rootTag) || script === null) return null;
  const [tag, attributes = '', next = ''] = script;
  const links = new Map(Object.entries(routeFiles).map(([route, files]) => [route, linkTo(files)]));

  return (path, cookies) => {
    const known = lookOf(cookies);
    const isSignIn = signInPath.test(path);
    if (known === null && !isSignIn) return null;
    const look = known ?? unknown;
    const hasCard = isSignIn && !look.isSignedIn;
    return {
      name: `${formatAppearance(look)}${hasCard ? '.card' : ''}`,
      html: html
        .replace(rootTag, rootTagFor(look, hasCard))
        .replace(tag, () => scriptFor(look, attributes, next)),
      link: (look.isSignedIn && links.get(path)) || null,
    };
  };
}

function lookOf(cookies = ''): Appearance | null {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    const look = name === appearanceCookie ? looks.get(value) : undefined;
    if (look) return look;
  }
  return null;
}

function rootTagFor({ theme, locale }: Appearance, hasCard: boolean): string {
  const classes = [themeClass[theme], hasCard ? 'shows-sign-in' : ''].filter((name) => name !== '');
  const direction = locale === 'ar' ? ' dir="rtl"' : '';
  return `<html lang="${locale}"${direction} class="${classes.join(' ')}">`;
}

/** The script need not be waited for; what it would ask for ahead, for who is signed in, is asked for by the page. */
function scriptFor({ isSignedIn }: Appearance, attributes: string, next: string): string {
  const open = `<script async fetchpriority="high" ${attributes}`;
  if (!isSignedIn) return `${open} data-next="${next}"></script>`;
  return `${open}></script>\n    ${next}`;
}

function linkTo(files: readonly string[]): string {
  return files.map((file) => `</${file}>; rel=modulepreload; crossorigin; fetchpriority=low`).join(', ');
}
