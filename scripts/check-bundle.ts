// After the build: what a first visit to the sign-in form loads, held against the budget.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { filesBefore, type Manifest } from './manifest.ts';

const dist = join(import.meta.dirname, '../dist');
const notes = join(import.meta.dirname, '../.cache/dist-notes');

/** Goals 1 and 2 of the performance table, in bytes after brotli. */
const budget = { javascript: 110_000, css: 10_000, requests: 6 };

/** The form itself; it comes with the entry or with a chunk of the sign-in route. */
const signInForm = 'src/features/sign-in/sign-in-form.tsx';
const signInRoutes = /^src\/routes\/(index|login)\.tsx/;

/** Packages that belong to a screen that needs them, never to the first load. */
const heavy =
  /^(recharts|d3-|victory-|@tanstack\/(react-)?(table|virtual)|read-excel-file|write-excel-file|xlsx|exceljs|papaparse|csv-|bwip-js|zod|msw|@sqlite)/;

/** What a component compiled by React Compiler imports; a misspelt option in vite.config.ts is silent. */
const compilerRuntime = /^react\/.*compiler-runtime/;

const manifest = JSON.parse(readFileSync(join(notes, 'manifest.json'), 'utf8')) as Manifest;
const modules = JSON.parse(readFileSync(join(notes, 'modules.json'), 'utf8')) as Record<string, string[]>;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.br'));

const signIn = filesBefore(manifest, [
  'index.html',
  ...Object.keys(manifest).filter((key) => signInRoutes.test(key)),
]);
const inHtml = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2?))"/g)].map(
  (match) => match[1] ?? '',
);
const firstLoad = new Set([...signIn, ...inHtml]);

const javascript = sizeOf([...firstLoad].filter((file) => file.endsWith('.js')));
/** What the form needs besides, for who reads Arabic. */
const arabicTexts = [...filesBefore(manifest, ['src/arabic-first.ts'])];
const arabic = sizeOf(arabicTexts.filter((file) => file.endsWith('.js') && !firstLoad.has(file)));
const css = sizeOf([...firstLoad].filter((file) => file.endsWith('.css')));
const requests = firstLoad.size + 1;
const unwanted = [...firstLoad].flatMap((file) => modules[file] ?? []).filter((name) => heavy.test(name));

const checks: [sentence: string, isGood: boolean][] = [
  [
    `JavaScript before the sign-in form: ${kb(javascript)} of ${kb(budget.javascript)} KB`,
    javascript <= budget.javascript,
  ],
  [
    `the same in Arabic: ${kb(javascript + arabic)} of ${kb(budget.javascript)} KB`,
    arabic > 0 && javascript + arabic <= budget.javascript,
  ],
  [`CSS: ${kb(css)} of ${kb(budget.css)} KB`, css <= budget.css],
  [`requests: ${requests} of ${budget.requests}`, requests <= budget.requests],
  [
    `the sign-in form is in the first load`,
    [...firstLoad].some((file) => modules[file]?.includes(signInForm)),
  ],
  [`no font is downloaded`, ![...firstLoad].some((file) => /\.(woff2?|ttf)$/.test(file))],
  [`no library of a later screen in the first load ${unwanted.join(', ')}`, unwanted.length === 0],
  [`no source maps`, !all.some((name) => name.endsWith('.map')) && !anyText(/\/\/# sourceMappingURL/)],
  [
    `no mock worker`,
    !all.some((name) => /mockServiceWorker|sqlite3.*\.wasm/.test(name)) && !anyText(/mockServiceWorker\.js/),
  ],
  [
    'React Compiler has run',
    Object.values(modules)
      .flat()
      .some((name) => compilerRuntime.test(name)),
  ],
];

for (const [sentence, isGood] of checks) process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${sentence}\n`);
if (process.argv.includes('--list')) listFirstLoad();
process.exitCode = checks.every(([, isGood]) => isGood) ? 0 : 1;

function sizeOf(files: string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0);
}

function anyText(pattern: RegExp): boolean {
  return all
    .filter((name) => /\.(?:js|css|html)$/.test(name))
    .some((name) => pattern.test(readFileSync(join(dist, name), 'utf8')));
}

function listFirstLoad(): void {
  for (const file of firstLoad) process.stdout.write(`      ${kb(sizeOf([file])).padStart(6)} KB  ${file}\n`);
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
