import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installDebianPackage } from './apt.ts';

// Debian's headless build renders the same pages with a quarter less work.
const headless = 'chromium-headless-shell';
const programs = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Finds the browser for the end-to-end tests, in this order: PLAYWRIGHT_CHROMIUM, an installed Chromium or
 * Chrome, one of Debian's packages (as root), Playwright's own download. Null when all fail.
 */
export function findBrowser(): string | null {
  const configured = process.env['PLAYWRIGHT_CHROMIUM'];
  if (configured !== undefined && existsSync(configured)) return configured;
  return findInstalled() ?? installFromDebian() ?? findDownloaded() ?? downloadBrowser();
}

function installFromDebian(): string | null {
  return installDebianPackage(headless) || installDebianPackage('chromium') ? findInstalled() : null;
}

function findInstalled(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    ...folders.flatMap((folder) => programs.map((name) => join(folder, name))),
    ...macPaths,
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

function findDownloaded(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function downloadBrowser(): string | null {
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  return findDownloaded();
}
