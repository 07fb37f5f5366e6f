// `npm run test:faults`: every fault test at its full count; what they measured becomes docs/faults.md.
// `npm run test:faults -- f18 f20`: these alone; their rows of the page are replaced, and the others stay.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const figures = join(root, '.cache/faults.jsonl');
const page = join(root, 'docs/faults.md');

interface Row {
  fault: string;
  engine: string;
  result: Record<string, string | number>;
}

rmSync(figures, { force: true });
const tool = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, FAULT_SCALE: 'full' },
    stdio: 'inherit',
  }).status === 0;

// Double clicks, cut connections and closed tablets happen in a browser, on the built dashboard.
const specs: Record<string, string> = {
  f6: 'double',
  f12: 'cut',
  f13: 'installed',
  f14: 'installed',
  f16: 'installed',
};
const names = process.argv.slice(2);
const ofServer = names.filter((name) => !(name in specs)).map((name) => `server/faults/${name}`);
const ofBrowser = Object.keys(specs).filter((name) => names.length === 0 || names.includes(name));
const isGood = [
  (names.length > 0 && ofServer.length === 0) ||
    tool('node_modules/vitest/vitest.mjs', 'run', '--project=faults', ...ofServer),
  ofBrowser.length === 0 ||
    (tool('scripts/build-dashboard.ts') &&
      tool(
        'node_modules/@playwright/test/cli.js',
        'test',
        ...new Set(ofBrowser.map((name) => String(specs[name]))),
      )),
].every(Boolean);

if (existsSync(figures)) {
  const rows = readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  writeFileSync(page, names.length > 0 ? renewed(readFileSync(page, 'utf8'), rows) : describe(rows));
}
process.exitCode = isGood ? 0 : 1;

function numberOf(line: string): number {
  return Number(/^\| F(\d+) /.exec(line)?.[1]);
}

function linesOf(rows: Row[]): string[] {
  const order = (row: Row) => Number(row.fault.slice(1));
  const sorted = rows.toSorted((a, b) => order(a) - order(b) || b.engine.localeCompare(a.engine));
  return sorted.map(({ fault, engine, result }) => {
    const figure = Object.entries(result).map(([name, value]) => `${name} ${value}`);
    return `| ${fault} | ${engine} | ${figure.join(', ')} |`;
  });
}

/** The page with the rows of some faults anew. */
function renewed(old: string, rows: Row[]): string {
  const measured = new Set(rows.map(({ fault }) => Number(fault.slice(1))));
  const isRow = (line: string) => /^\| F\d/.test(line);
  const lines = old.trimEnd().split('\n');
  const kept = lines.filter((line) => isRow(line) && !measured.has(numberOf(line)));
  const all = [...kept, ...linesOf(rows)].toSorted((a, b) => numberOf(a) - numberOf(b));
  return `${[...lines.filter((line) => !isRow(line)), ...all].join('\n')}\n`;
}

function describe(rows: Row[]): string {
  const lines = linesOf(rows);
  return `# Fault tests, at full counts

Written by \`npm run test:faults\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores. Losses,
duplicates and violated invariants are asserted to be none; times are only reported.

| fault | engine | figures |
|---|---|---|
${lines.join('\n')}
`;
}
