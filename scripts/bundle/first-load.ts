import { allRoutes } from '../../e2e/fixtures/routes.ts';
import { createFirstPageRenderer, type RouteFiles } from '#app/server/node/first-page.ts';
import {
  allFiles,
  formatKb,
  listFilesLoadedFor,
  modulesByFile,
  computeSize,
  computeInlineStylesSize,
  readFileText,
} from './build-files.ts';
import type { Check } from './check.ts';

/** Rows 1 and 2 of the performance table, in bytes after brotli. */
const budget = { javascript: 130_000, css: 10_000, requests: 6 };

/** Limit for the service worker, in bytes after brotli; it is loaded in the background with each version. */
const workerBudget = 12_000;

/** The sign-in form, part of the entry. */
const signInForm = 'src/app/web/sign-in/sign-in-page.tsx';

/** Additional strings of the form in Arabic. */
const arabicTexts = 'src/app/web/arabic-first.ts';

/** Packages that must not be part of the first load. */
const laterPackages =
  /^(recharts|d3-|victory-|@tanstack\/(react-)?(table|virtual)|read-excel-file|fflate|xlsx|exceljs|papaparse|csv-|bwip-js|zod|msw|@sqlite|tailwind-merge)/;

/**
 * Import in components compiled by React Compiler. Checked because a misspelt option in vite.config.ts would
 * be ignored silently.
 */
const compilerRuntime = /^react\/.*compiler-runtime/;

/** Loads from another origin. URLs that are only namespaces, licences or manuals don't match. */
const loadedFromElsewhere =
  /(?:import\(|from|importScripts\(|@import|url\(|(?:src|href)=)\s*["'`(]?(?:https?:)?\/\/(?!www\.w3\.org)[\w.-]+/;

export function runFirstLoadChecks(): Check[] {
  const files = [...listFilesLoadedFor([signInForm])];
  const javascript = computeSize(files);
  const arabicSize = computeSize(listFilesLoadedFor([signInForm, arabicTexts]));
  const css = computeSize(files, '.css') + computeInlineStylesSize();
  const requests = files.length + 1;
  const unwanted = files
    .flatMap((file) => modulesByFile[file] ?? [])
    .filter((name) => laterPackages.test(name));
  return [
    {
      label: `JavaScript before the sign-in form: ${formatKb(javascript)} of ${formatKb(budget.javascript)} KB`,
      isPassing: javascript <= budget.javascript,
    },
    {
      label: `the same in Arabic: ${formatKb(arabicSize)} of ${formatKb(budget.javascript)} KB`,
      isPassing: arabicSize > javascript && arabicSize <= budget.javascript,
    },
    {
      label: `CSS: ${formatKb(css)} of ${formatKb(budget.css)} KB`,
      isPassing: css > 1000 && css <= budget.css,
    },
    { label: `requests: ${requests} of ${budget.requests}`, isPassing: requests <= budget.requests },
    { label: 'no font is downloaded', isPassing: !allFiles.some((file) => /\.(woff2?|ttf|otf)$/.test(file)) },
    {
      label: `no library of a later screen in the first load ${unwanted.join(', ')}`,
      isPassing: unwanted.length === 0,
    },
  ];
}

/** Returns checks of what the build's files must and must not contain. */
export function runContentChecks(): Check[] {
  const texts = allFiles
    .filter((name) => /\.(?:js|css|html|json)$/.test(name))
    .map((name) => [name, readFileText(name)]);
  const findFiles = (pattern: RegExp) =>
    texts.filter(([, text = '']) => pattern.test(text)).map(([name]) => name);
  const filesWithForeignUrls = findFiles(loadedFromElsewhere);
  const requestedFiles = texts.flatMap(
    ([, text = '']) => text.match(/\bassets\/[\w.-]+\.(?:js|css)\b/g) ?? [],
  );
  const missing = new Set(requestedFiles.filter((name) => !allFiles.includes(name)));
  const inline = findFiles(/<script(?![^>]*\ssrc=)[^>]*>|<[^>]+\son\w+=/).filter((name) =>
    name?.endsWith('.html'),
  );
  const routeFiles = JSON.parse(readFileText('route-files.json')) as RouteFiles;
  // Only the dashboard itself matches addresses with parameters.
  const pages = allRoutes.filter((path) => !path.includes('{'));
  const preloadedCount = pages.filter((path) => path in routeFiles).length;
  return [
    {
      label: 'no source maps',
      isPassing:
        !allFiles.some((name) => name.endsWith('.map')) && findFiles(/\/\/# sourceMappingURL/).length === 0,
    },
    {
      label: 'no mock worker',
      isPassing:
        !allFiles.some((name) => /mockServiceWorker|sqlite3.*\.wasm/.test(name)) &&
        findFiles(/mockServiceWorker\.js/).length === 0,
    },
    {
      label: `every requested file exists ${[...missing].join(', ')}`,
      isPassing: requestedFiles.length > 0 && missing.size === 0,
    },
    {
      label: `nothing is loaded from other origins ${filesWithForeignUrls.join(', ')}`,
      isPassing: filesWithForeignUrls.length === 0,
    },
    {
      label: `the service worker: ${formatKb(computeSize(['worker.js']))} of ${formatKb(workerBudget)} KB`,
      isPassing: computeSize(['worker.js']) > 1000 && computeSize(['worker.js']) <= workerBudget,
    },
    { label: 'no inline script in the page', isPassing: inline.length === 0 },
    {
      label: 'the server can create variants of the page',
      isPassing: createFirstPageRenderer(readFileText('index.html')) !== null,
    },
    {
      label: `the server can preload the files of ${preloadedCount} pages of ${pages.length}`,
      isPassing: pages.every((path) => path in routeFiles),
    },
    {
      label: 'the code of a first visit is compiled during its download',
      isPassing:
        texts
          .filter(([name = '']) => /^assets\/(?:index|libraries|shell)-[^/]+\.js$/.test(name))
          .filter(([, text = '']) => text.startsWith('//# allFunctionsCalledOnLoad\n')).length === 3,
    },
    {
      label: 'React Compiler has run',
      isPassing: Object.values(modulesByFile)
        .flat()
        .some((name) => compilerRuntime.test(name)),
    },
  ];
}
