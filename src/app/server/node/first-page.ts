import { type Appearance, appearanceCookie, formatAppearance } from '#core/appearance.ts';

/** A variant of the page. */
export interface FirstPage {
  /** Distinguishes the variants made from one file. */
  name: string;
  html: string;
  /** `link` header that prefetches the code of the page at this address. */
  link: string | null;
}

/**
 * The files needed only by a route, keyed by its path; scripts/vite-first-paint.ts writes them into the
 * build.
 */
export type RouteFiles = Readonly<Record<string, readonly string[]>>;

/** Returns the page for a path and cookies; null for the page as built. */
export type FirstPageRenderer = (path: string, cookies: string | undefined) => FirstPage | null;

const defaultAppearance: Appearance = { theme: 'system', locale: 'en', isSignedIn: false };

/** Every appearance by its cookie value; other values are ignored. */
const appearances: ReadonlyMap<string, Appearance> = new Map(
  (['light', 'dark', 'system'] as const)
    .flatMap((theme) => (['en', 'ar'] as const).map((locale) => ({ theme, locale })))
    .flatMap((appearance) => [true, false].map((isSignedIn) => ({ ...appearance, isSignedIn })))
    .map((appearance) => [formatAppearance(appearance), appearance]),
);

const signInPath = /^\/(login\/?)?$/;

/** Strings written by scripts/vite-first-paint.ts and index.html. */
const rootTag = '<html lang="en">';
const scriptTag = /<script (src="\/assets\/theme-[^"]+" data-entry="[^"]+") data-next="([^"]*)"><\/script>/;

const themeClass: Readonly<Record<Appearance['theme'], string>> = {
  light: '',
  dark: 'dark',
  system: 'by-system',
};

/**
 * Applies the changes of public/theme.js to the built page on the server, so that it is painted without
 * waiting for that script. Sets theme and language from the device's cookie, shows the sign-in card on the
 * sign-in pages unless the user is signed in, and otherwise links the files of the shell and the page.
 * Without a cookie, the sign-in pages are rendered as for a first visit, and other pages wait for the script.
 *
 * @param html the built dashboard's HTML; null is returned if it lacks the expected tags
 * @param routeFiles if absent, no page files are linked
 */
export function createFirstPageRenderer(html: string, routeFiles: RouteFiles = {}): FirstPageRenderer | null {
  const script = scriptTag.exec(html);
  if (!html.includes(rootTag) || script === null) return null;
  const [tag, attributes = '', next = ''] = script;
  const links = new Map(Object.entries(routeFiles).map(([route, files]) => [route, buildLinkHeader(files)]));

  return (path, cookies) => {
    const savedAppearance = readAppearance(cookies);
    const isSignIn = signInPath.test(path);
    if (savedAppearance === null && !isSignIn) return null;
    const appearance = savedAppearance ?? defaultAppearance;
    const hasCard = isSignIn && !appearance.isSignedIn;
    return {
      name: `${formatAppearance(appearance)}${hasCard ? '.card' : ''}`,
      html: html
        .replace(rootTag, buildRootTag(appearance, hasCard))
        .replace(tag, () => buildScriptTag(appearance, attributes, next)),
      link: (appearance.isSignedIn && links.get(path)) || null,
    };
  };
}

function readAppearance(cookies = ''): Appearance | null {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    const appearance = name === appearanceCookie ? appearances.get(value) : undefined;
    if (appearance) return appearance;
  }
  return null;
}

function buildRootTag({ theme, locale }: Appearance, hasCard: boolean): string {
  const classes = [themeClass[theme], hasCard ? 'shows-sign-in' : ''].filter((name) => name !== '');
  const direction = locale === 'ar' ? ' dir="rtl"' : '';
  return `<html lang="${locale}"${direction} class="${classes.join(' ')}">`;
}

/**
 * Returns a script tag that doesn't block rendering, because the page already contains the prefetches for
 * signed-in users.
 */
function buildScriptTag({ isSignedIn }: Appearance, attributes: string, next: string): string {
  const open = `<script async fetchpriority="high" ${attributes}`;
  if (!isSignedIn) return `${open} data-next="${next}"></script>`;
  return `${open}></script>\n    ${next}`;
}

function buildLinkHeader(files: readonly string[]): string {
  return files.map((file) => `</${file}>; rel=modulepreload; crossorigin; fetchpriority=low`).join(', ');
}
