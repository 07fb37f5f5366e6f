type Results = Record<string, number>;

export interface Goal {
  row: string;
  label: string;
  /** The highest (for frames, the lowest) value that meets the goal. */
  limit: number;
  unit: string;
  isAtLeast?: boolean;
  /** Computes the result from all measurements. */
  compute(results: Results): number;
}

const ratio = (name: string, baseline: string) => (results: Results) =>
  (results[name] ?? 0) / (results[baseline] ?? 0);
const value =
  (name: string, divisor = 1) =>
  (results: Results) =>
    (results[name] ?? Number.NaN) / divisor;

/** Rows of the performance table that a browser can measure. */
export const goals: readonly Goal[] = [
  {
    row: '3',
    label: 'first paint, compared with the same card and styles without any script',
    limit: 1.25,
    unit: '×',
    compute: ratio('paint', 'paint baseline'),
  },
  {
    row: '4',
    label: 'sign-in usable, cold, compared with R+R+Q',
    limit: 1.2,
    unit: '×',
    compute: ratio('cold', 'cold baseline'),
  },
  {
    row: '4',
    label: 'sign-in usable, warm, compared with R+R+Q',
    limit: 1.2,
    unit: '×',
    compute: ratio('warm', 'warm baseline'),
  },
  {
    row: '4',
    label: 'long tasks during sign-in, compared with R+R+Q',
    limit: 1.3,
    unit: '×',
    compute: ratio('tasks', 'tasks baseline'),
  },
  {
    row: '5',
    label: 'JavaScript until the first list is usable',
    limit: 185,
    unit: ' KB',
    compute: value('list bytes', 1000),
  },
  {
    row: '5',
    label: 'first list usable, compared with R+R+Q with the same rows',
    limit: 1.35,
    unit: '×',
    compute: ratio('list', 'list baseline'),
  },
  {
    row: '8',
    label: 'first visit to a route, with its rows, compared with R+R+Q',
    limit: 1.6,
    unit: '×',
    compute: ratio('first visit', 'first visit baseline'),
  },
  {
    row: '8',
    label: 'repeat visit to a route, compared with R+R+Q',
    limit: 1.5,
    unit: '×',
    compute: ratio('repeat visit', 'repeat visit baseline'),
  },
  {
    row: '9',
    label: 'reopening a dialog, compared with a repeat visit to a route of R+R+Q',
    limit: 2,
    unit: '×',
    compute: ratio('dialog', 'repeat visit baseline'),
  },
  {
    row: '10',
    label: 'a keystroke with 10,000 rows, compared with a bare input',
    limit: 1.5,
    unit: '×',
    compute: ratio('key', 'key bare'),
  },
  {
    row: '10',
    label: 'the same, compared with a minimal React list',
    limit: 1.5,
    unit: '×',
    compute: ratio('key', 'key minimal'),
  },
  {
    row: '10',
    label: 'the slowest keystroke with 10,000 rows',
    limit: 130,
    unit: ' ms',
    compute: value('worst key'),
  },
  {
    row: '11',
    label: 'work of twelve keystrokes, 10,000 rows compared with 1,000',
    limit: 1.3,
    unit: '×',
    compute: ratio('key work', 'key work of few'),
  },
  {
    row: '12',
    label: 'frames while scrolling, compared with a minimal React list',
    limit: 0.95,
    unit: '×',
    isAtLeast: true,
    compute: ratio('frames', 'frames baseline'),
  },
  { row: '12', label: 'frames without any row', limit: 0, unit: '', compute: value('blank') },
  {
    row: '13',
    label: 'heap retained per navigation',
    limit: 5,
    unit: ' KB',
    compute: value('kept bytes', 1000),
  },
  { row: '13', label: 'DOM nodes retained per navigation', limit: 0, unit: '', compute: value('kept nodes') },
  {
    row: '13',
    label: 'listeners retained per navigation',
    limit: 0,
    unit: '',
    compute: value('kept listeners'),
  },
  { row: '14', label: 'layout shift, worst of all routes', limit: 0, unit: '', compute: value('shift') },
  {
    row: '14',
    label: 'elements with a 10,000-row table open',
    limit: 500,
    unit: '',
    compute: value('elements'),
  },
  {
    row: '27',
    label: 'first list, reopened with the service worker, compared with R+R+Q reopened',
    limit: 1.35,
    unit: '×',
    compute: ratio('reopened', 'reopened baseline'),
  },
  {
    row: '27',
    label: 'the same, compared with its first visit',
    limit: 1,
    unit: '×',
    compute: ratio('reopened', 'opened first'),
  },
  {
    row: '27',
    label: 'the same offline, compared with its first visit',
    limit: 1,
    unit: '×',
    compute: ratio('opened offline', 'opened first'),
  },
];

/**
 * Returns whether a result, rounded to two decimals, meets its goal; false if it was not measured.
 */
export function isMet({ limit, isAtLeast = false }: Goal, result: number): boolean {
  const rounded = Math.round(result * 100) / 100;
  return isAtLeast ? rounded >= limit : rounded <= limit;
}
