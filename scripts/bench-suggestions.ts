// `npm run bench:suggestions`: orders day after day, two days ahead, over sales that were made up from a seed, by the method of the
// order guide and by the rules that people go by without it; every method's safety serves the same share of demand. Then how long
// the suggestions of 1,200 items of a branch take, and those of 200 branches with 3,000.
// Options: --file sales.csv (date, place, item, quantity in this order, whatever the headings say), --json, --seed 7, and --read all (or
// sqlite, postgresql) to time the whole order guide of 1,200 items from the database, a year by day, on each engine.
import { parseArgs } from 'node:util';
import { onEngines } from './bench/engines.ts';
import { generated, shops } from './bench/suggestions/data.ts';
import { salesOfFile } from './bench/suggestions/file.ts';
import { type Figures, measure, type Method, methods } from './bench/suggestions/measure.ts';
import { timeGuide } from './bench/suggestions/read.ts';
import { timeSuggestions } from './bench/suggestions/speed.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    json: { type: 'boolean', default: false },
    seed: { type: 'string' },
    read: { type: 'string' },
  },
});

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function print(name: string, figures: Record<Method, Figures>): void {
  console.info(`\n${name}`);
  console.table(
    Object.fromEntries(
      methods.map((method) => {
        const { mase, pinball90, leftover95, leftover97 } = figures[method];
        return [
          method,
          {
            MASE: mase.toFixed(3),
            'pinball 0.9': percent(pinball90),
            'left over at 95 %': percent(leftover95),
            'left over at 97 %': percent(leftover97),
          },
        ];
      }),
    ),
  );
  const { ours, lastWeek, weekdayAverage, flatAverage } = figures;
  const against = (other: Figures) => `${((1 - ours.leftover97 / other.leftover97) * 100).toFixed(0)} %`;
  console.info(
    `left over at 97 % served: ${against(lastWeek)} below last week, ${against(weekdayAverage)} below eight of the weekday, ${against(flatAverage)} below eight weeks; MASE ${(ours.mase / lastWeek.mase).toFixed(2)} of last week's`,
  );
}

async function printReading(only: string): Promise<void> {
  await onEngines(only === 'all' ? '' : only, async (engine, db) => {
    const [cold, ...warm] = await timeGuide(db);
    const told = (turn: { ms: number; workMs: number } | undefined) =>
      `${turn?.ms.toFixed(0)} ms (${turn?.workMs.toFixed(0)} at work)`;
    const median = warm.toSorted((a, b) => a.workMs - b.workMs)[Math.floor(warm.length / 2)];
    console.info(
      `${engine}: the order guide of 1,200 items in ${told(median)}, the first time ${told(cold)}`,
    );
  });
}

async function printMethods(): Promise<void> {
  const sets: Record<string, Record<Method, Figures>> = {};
  if (values.file === undefined)
    for (const [name, shop] of Object.entries(shops))
      sets[name] = measure(
        generated({ ...shop, seed: values.seed === undefined ? shop.seed : Number(values.seed) }),
      );
  else sets['file'] = measure(await salesOfFile(values.file));
  const speed = values.file === undefined ? timeSuggestions() : null;

  if (values.json)
    console.info(JSON.stringify({ methods: sets['file'] ?? sets['weekday'], ...(speed && { sets, speed }) }));
  else {
    for (const [name, figures] of Object.entries(sets))
      print(name === 'file' ? (values.file ?? name) : name, figures);
    if (speed)
      console.info(
        `\nworked out: ${speed.items} items of a branch in ${speed.branchMs.toFixed(0)} ms; ${speed.branches} branches with ${speed.itemsOfAll} items in ${(speed.allMs / 1000).toFixed(1)} s`,
      );
  }
}

await (values.read === undefined ? printMethods() : printReading(values.read));
