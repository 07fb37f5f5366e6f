// `npm run test:dates` runs the end-to-end suite on a dozen system dates, to find code that bypasses the test
// clock (mocks/test-clock.ts). `npm run test:dates -- --dates 2028-02-29T22:30:00Z e2e/main-job.live.spec.ts`
// runs it on specific dates and with fewer specs; `--with-axe` adds the accessibility checks, which don't
// depend on the date and take a third of the time. `-- --project=live` at the end skips the mocked specs,
// whose browsers use the machine's date. Both dashboards must have been built.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDebianPackage } from './apt.ts';
import { findBrowser } from './browser.ts';

const dates = [
  '2026-11-22T10:00:00Z', // a Sunday
  '2026-12-31T23:50:00Z', // New Year's Eve
  '2027-01-01T00:05:00Z',
  '2027-01-31T12:00:00Z', // the end of a month, followed by a shorter one
  '2027-02-28T23:30:00Z',
  '2027-03-28T00:30:00Z', // half an hour before European summer time begins
  '2027-03-31T18:00:00Z',
  '2027-04-30T04:30:00Z',
  '2027-10-31T00:30:00Z', // half an hour before European summer time ends
  '2027-11-07T05:30:00Z', // half an hour before American summer time ends
  '2028-02-29T22:30:00Z', // a leap day
  '2028-12-31T12:00:00Z', // the 366th day
];

const { values, positionals } = parseArgs({
  options: { dates: { type: 'string' }, 'with-axe': { type: 'boolean', default: false } },
  allowPositionals: true,
});

const library = findFaketime();
const browser = findBrowser();
if (library === undefined || browser === null) {
  process.stderr.write('This needs a browser and libfaketime (Debian: apt install chromium faketime).\n');
  process.exit(1);
}

// Browsers stop rendering under libfaketime, so they use the machine's clock and the test fixtures set it.
const folder = mkdtempSync(join(tmpdir(), 'commissary-dates-'));
const browserWrapper = join(folder, 'browser');
writeFileSync(browserWrapper, `#!/bin/sh\nunset LD_PRELOAD FAKETIME\nexec '${browser}' "$@"\n`, {
  mode: 0o755,
});

let failed = 0;
for (const date of values.dates?.split(',') ?? dates) {
  process.stdout.write(`\n=== ${date}\n`);
  if ((await runOnDate(date)) !== 0) failed += 1;
}
if (failed === 0) rmSync(folder, { recursive: true });
process.stdout.write(
  failed === 0 ? '\nAll dates passed.\n' : `\n${failed} dates failed; their output is in ${folder}.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

function runOnDate(date: string): Promise<number | null> {
  const seconds = Math.round((Date.parse(date) - Date.now()) / 1000);
  const run = spawn(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--output', join(folder, date), ...positionals],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(!values['with-axe'] && { E2E_WITHOUT_AXE: '1' }),
        PLAYWRIGHT_CHROMIUM: browserWrapper,
        LD_PRELOAD: library,
        FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
        // Waits and file times are not faked.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    },
  );
  return new Promise((resolve) => run.on('exit', resolve));
}

function findFaketime(): string | undefined {
  const find = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
  return find() ?? (installDebianPackage('faketime') ? find() : undefined);
}
