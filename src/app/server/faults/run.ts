// `npm run test:faults` runs every fault test at its full count and writes the measurements to
// docs/faults.md. `npm run test:faults -- f18 f20` runs only these tests and replaces their rows.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { utcDay } from '#core/day.ts';

const root = join(import.meta.dirname, '../../../..');
const figures = join(root, '.cache/faults.jsonl');
const page = join(root, 'docs/faults.md');

interface Row {
  fault: string;
  engine: string;
  result: Record<string, string | number>;
}

rmSync(figures, { force: true });
const runTool = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, FAULT_SCALE: 'full' },
    stdio: 'inherit',
  }).status === 0;

// Double clicks, lost connections and closed tablets are tested in a browser with the built dashboard.
const specs: Record<string, string> = {
  f6: 'double-submit',
  f12: 'cut-connection',
  f13: 'installed',
  f14: 'installed',
  f16: 'installed',
  f25: 'installed',
};
const howToRun = `One fault: \`npm run test:faults -- f18 f20\` (replaces its rows on this page). The faults in a browser are f6 (\`e2e/double-submit\`), f12
(\`e2e/cut-connection\`) and f13, f14, f16, f25 (\`e2e/installed\`); the others are files in \`src/app/server/faults\`. At reduced counts they are part of
\`npm test\`. F10 and F15 are covered by \`npm test\` alone, without counts; F22 is \`f22-model\` and the property tests next to the modules they
cover (\`any-*.test.ts\`, \`picking-at-once.long.test.ts\`).`;

const names = process.argv.slice(2);
const serverTests = names.filter((name) => !(name in specs)).map((name) => `src/app/server/faults/${name}`);
const browserFaults = Object.keys(specs).filter((name) => names.length === 0 || names.includes(name));
const hasPassed = [
  (names.length > 0 && serverTests.length === 0) ||
    runTool('node_modules/vitest/vitest.mjs', 'run', '--project=faults', ...serverTests),
  browserFaults.length === 0 ||
    (runTool('scripts/build-dashboard.ts') &&
      runTool(
        'node_modules/@playwright/test/cli.js',
        'test',
        ...new Set(browserFaults.map((name) => String(specs[name]))),
      )),
].every(Boolean);

if (existsSync(figures)) {
  const rows = readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  writeFileSync(page, names.length > 0 ? replaceRows(readFileSync(page, 'utf8'), rows) : buildPage(rows));
}
process.exitCode = hasPassed ? 0 : 1;

/** Returns the fault that a line of the page reports (`F13`); undefined for other lines. */
function faultOf(line: string): string | undefined {
  return /^\| ([FG]\d+) /.exec(line)?.[1];
}

/** Sorts F1 before F2 and F10, and guarantees such as `G2` last. */
function sortKey(fault = ''): number {
  return Number(fault.slice(1)) + (fault.startsWith('G') ? 1000 : 0);
}

function formatRows(rows: Row[]): string[] {
  const sorted = rows.toSorted(
    (a, b) => sortKey(a.fault) - sortKey(b.fault) || b.engine.localeCompare(a.engine),
  );
  return sorted.map(({ fault, engine, result }) => {
    const figure = Object.entries(result).map(([name, value]) => `${name} ${value}`);
    return `| ${fault} | ${engine} | ${figure.join(', ')} |`;
  });
}

/** Replaces the rows of the given faults in the page. */
function replaceRows(old: string, rows: Row[]): string {
  const measured = new Set<string | undefined>(rows.map(({ fault }) => fault));
  const lines = old.trimEnd().split('\n');
  const otherRows = lines.filter((line) => faultOf(line) !== undefined && !measured.has(faultOf(line)));
  const all = [...otherRows, ...formatRows(rows)].toSorted(
    (a, b) => sortKey(faultOf(a)) - sortKey(faultOf(b)),
  );
  return `${[...lines.filter((line) => faultOf(line) === undefined), ...all].join('\n')}\n`;
}

function buildPage(rows: Row[]): string {
  const lines = formatRows(rows);
  return `# Fault tests at full counts

Written by \`npm run test:faults\` on ${utcDay(Date.now())}, Node ${process.versions.node}, ${cpus().length} cores. The
tests assert that there are no losses, duplicates or violated invariants; times are only reported.

${howToRun}

| fault | engine | figures |
|---|---|---|
${lines.join('\n')}
`;
}
