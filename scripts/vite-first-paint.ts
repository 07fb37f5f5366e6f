import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify, type Plugin } from 'vite';
import type { Manifest } from './manifest.ts';

const manifestFile = '.vite/manifest.json';
const entryTag = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const styleTag = /\s*<link rel="stylesheet" crossorigin href="\/([^"]+)">/;
const blockingTag = '<script src="/theme.js"></script>';

/**
 * Brings the built page to its first paint before its code runs, and by one round trip after the page itself:
 * its styles stand in it, its one blocking script is a file for ever, and the entry is only fetched ahead.
 * public/theme.js, which knows what is painted first, runs it.
 */
export function firstPaint(): Plugin {
  return {
    name: 'commissary:first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        const notes = bundle[manifestFile];
        if (page?.type !== 'asset' || notes?.type !== 'asset') throw new Error('The build made no page.');
        const html = textOf(page.source);
        const [, entry = ''] = found(html, entryTag);
        const [, styleFile = ''] = found(html, styleTag);
        const style = bundle[styleFile];
        if (style?.type !== 'asset') throw new Error(`The build made no ${styleFile}.`);
        const css = textOf(style.source);
        // A relative address would be looked for beside the page, and not beside the style sheet.
        if (/url\((?!["']?data:)/.test(css)) throw new Error(`${styleFile} loads something.`);

        const { code } = await minify('theme.js', readFileSync('public/theme.js', 'utf8'));
        const fileName = `assets/theme-${createHash('sha256').update(code).digest('base64url').slice(0, 7)}.js`;
        this.emitFile({ type: 'asset', fileName, source: code });
        found(html, blockingTag);
        page.source = html
          .replace(blockingTag, () => `<script src="/${fileName}" data-entry="${entry}"></script>`)
          .replace(entryTag, () => `<link rel="modulepreload" crossorigin href="${entry}">`)
          .replace(styleTag, () => `<style>${css.trim()}</style>`);

        delete bundle[styleFile];
        const manifest = JSON.parse(textOf(notes.source)) as Manifest;
        for (const chunk of Object.values(manifest)) {
          if (chunk.css) chunk.css = chunk.css.filter((file) => file !== styleFile);
        }
        notes.source = JSON.stringify(manifest, null, 2);
      },
    },
  };
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
}

/** Throws where the page has it not, so that a new version of Vite is not silently a slower page. */
function found(html: string, wanted: RegExp | string): RegExpMatchArray {
  const match = html.match(wanted);
  if (match === null) throw new Error(`index.html has no ${String(wanted)}.`);
  return match;
}
