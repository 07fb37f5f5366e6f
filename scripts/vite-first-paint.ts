import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify, type Plugin } from 'vite';
import { initialRequests } from '../src/platform/web/api/initial-requests.ts';
import { collectPrefetches } from './prefetches.ts';

const entryTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const requestsLine = 'var initialRequests = null;';
const blockingTag = '<script src="/theme.js"></script>';

/**
 * Lets the built page paint before its code runs, one round trip after the page itself: styles are inlined,
 * the only blocking script is an immutable file, and the entry is only preloaded. public/theme.js, which
 * detects the first paint, then runs the entry and preloads the code for signed-in users.
 */
export function firstPaint(): Plugin {
  let styles = '';
  let themeFile = '';
  let next: string[] = [];
  let mode = '';
  return {
    name: 'commissary:first-paint',
    apply: 'build',
    configResolved(config) {
      mode = config.mode;
    },
    generateBundle: {
      // Runs before Vite records which styles a chunk waits for, because the page's styles are always loaded.
      order: 'pre',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const files = [...(chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss ?? [])];
        styles = files.map((name) => readText(bundle[name])).join('');
        // A relative URL would resolve against the page instead of the style sheet.
        if (styles === '' || /url\((?!["']?data:)/.test(styles))
          throw new Error('The entry has no styles that can be inlined.');
        for (const name of files) {
          delete bundle[name];
          for (const { viteMetadata } of chunks) viteMetadata?.importedCss.delete(name);
        }
        const prefetches = collectPrefetches(chunks);
        next = prefetches.next;
        const routeFiles = JSON.stringify(prefetches.routes);
        this.emitFile({ type: 'asset', fileName: 'route-files.json', source: routeFiles });
        const script = readFileSync('public/theme.js', 'utf8');
        if (!script.includes(requestsLine))
          throw new Error('public/theme.js no longer has the line for the initial requests.');
        // The mocked API starts with the dashboard, so earlier requests would fail.
        const requests = mode === 'mock' ? 'null' : JSON.stringify(initialRequests);
        const { code } = await minify(
          'theme.js',
          script.replace(requestsLine, () => `var initialRequests = ${requests};`),
        );
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 7);
        themeFile = `assets/theme-${hash}.js`;
        this.emitFile({ type: 'asset', fileName: themeFile, source: code });
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const entry = html.match(entryTag)?.[1];
        // Detects a Vite version whose output differs, which would silently make the page slower.
        if (entry === undefined || !html.includes(blockingTag))
          throw new Error('index.html no longer has the expected script tags.');
        return html
          .replace(
            blockingTag,
            () => `<script src="/${themeFile}" data-entry="${entry}" data-next="${next.join('')}"></script>`,
          )
          .replace(entryTag, () => `<link rel="modulepreload" crossorigin href="${entry}">`)
          .replace('</head>', () => `  <style>${styles.trim()}</style>\n  </head>`);
      },
    },
  };
}

function readText(file: { type: string; source?: string | Uint8Array } | undefined): string {
  return Buffer.from(file?.source ?? '').toString('utf8');
}
