// Checks a build's first load and files against their budgets. `--list` lists the files of the first load.
import { filesInPage, formatKb, computeSize } from './bundle/build-files.ts';
import { runContentChecks, runFirstLoadChecks } from './bundle/first-load.ts';
import { runRouteChecks } from './bundle/routes.ts';

const checks = [...runFirstLoadChecks(), ...runRouteChecks(), ...runContentChecks()];

for (const { label, isPassing } of checks) process.stdout.write(`${isPassing ? 'ok  ' : 'FAIL'}  ${label}\n`);
if (process.argv.includes('--list')) {
  for (const file of filesInPage) {
    process.stdout.write(`      ${formatKb(computeSize([file], '')).padStart(6)} KB  ${file}\n`);
  }
}
process.exitCode = checks.every(({ isPassing }) => isPassing) ? 0 : 1;
