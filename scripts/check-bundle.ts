// Checks a build's first load and files against their budgets. `--list` lists the files of the first load.
import { filesInPage, kb, sizeOf } from './bundle/build-files.ts';
import { contentChecks, firstLoadChecks } from './bundle/first-load.ts';
import { routeChecks } from './bundle/routes.ts';

const checks = [...firstLoadChecks(), ...routeChecks(), ...contentChecks()];

for (const { label, isPassing } of checks) process.stdout.write(`${isPassing ? 'ok  ' : 'FAIL'}  ${label}\n`);
if (process.argv.includes('--list')) {
  for (const file of filesInPage) {
    process.stdout.write(`      ${kb(sizeOf([file], '')).padStart(6)} KB  ${file}\n`);
  }
}
process.exitCode = checks.every(({ isPassing }) => isPassing) ? 0 : 1;
