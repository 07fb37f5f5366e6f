// `npm run bench:recipes`: time to cost 5,000 recipes in six levels with 500 items: all of them, and those
// affected by one price change (R6), on SQLite (a file) and, if installed, PostgreSQL. The second and third
// runs count; the first is a warm-up. Options: --recipes 5000, --only sqlite. In brackets: CPU time of this
// process.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureRecipes } from './bench/recipes.ts';
import { runOnEngines } from './bench/engines.ts';

const { values } = parseArgs({
  options: { recipes: { type: 'string', default: '5000' }, only: { type: 'string', default: '' } },
});

await runOnEngines(values.only, async (engine, db) => {
  console.info(`${engine}, ${values.recipes} recipes, machine load ${loadavg()[0]?.toFixed(1)}`);
  let all = 0;
  for await (const { what, ms, workMs, recipes } of measureRecipes(db, Number(values.recipes))) {
    if (recipes === Number(values.recipes)) all = workMs;
    const share = `${((workMs / all) * 100).toFixed(0)} % of all`;
    console.info(`${what}: ${recipes} in ${ms.toFixed(0)} ms (${workMs.toFixed(0)} CPU, ${share})`);
  }
});
