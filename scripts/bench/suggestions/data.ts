import { dayKind } from '#modules/demand/demand-rules.ts';
import { dayMs, toUtcDay } from '#core/day.ts';

/** Daily sales of items at one location; all items cover the location's days. */
export interface LocationSales {
  place: string;
  /** The first day, YYYY-MM-DD. */
  from: string;
  kinds: Uint8Array;
  items: { item: string; category: string; quantities: Float64Array; counts: Uint8Array }[];
}

const toIsoDay = (day: number) => toUtcDay(day * dayMs);

/**
 * Parses rows with the columns date, location, item and quantity. A day without any sales at a location is
 * closed; an item without sales on an open day sold zero. An item's series starts with its first sale. Rows
 * whose first cell isn't a date, such as headings, are skipped.
 */
export function parseSalesRows(rows: readonly (readonly string[])[]): LocationSales[] {
  const places = new Map<string, Map<string, Map<number, number>>>();
  const isDayFirst = isDayFirstFormat(rows.map(([date = '']) => date));
  for (const [date = '', place = '', item = '', quantity = ''] of rows) {
    const [day, qty] = [
      parseDay(date, isDayFirst),
      Number(quantity.replace(/\s/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')),
    ];
    if (day === null || !Number.isFinite(qty) || quantity.trim() === '') continue;
    const items = places.get(place) ?? new Map<string, Map<number, number>>();
    places.set(place, items);
    const days = items.get(item) ?? new Map<number, number>();
    items.set(item, days);
    days.set(day, (days.get(day) ?? 0) + qty);
  }
  return [...places]
    .map(([place, items]) => buildLocationSales(place, items))
    .filter(({ kinds }) => kinds.length > 0);
}

function buildLocationSales(place: string, items: Map<string, Map<number, number>>): LocationSales {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const openDays = new Set<number>();
  for (const days of items.values())
    for (const [day, qty] of days) {
      [first, last] = [Math.min(first, day), Math.max(last, day)];
      if (qty > 0) openDays.add(day);
    }
  if (openDays.size === 0) return { place, from: '', kinds: new Uint8Array(), items: [] };
  const dayCount = last - first + 1;
  const kinds = classifyDays(
    Array.from({ length: dayCount }, (_, index) => !openDays.has(first + index)),
    [],
  );
  return {
    place,
    from: toIsoDay(first),
    kinds,
    items: [...items].map(([item, days]) => {
      const quantities = Float64Array.from({ length: dayCount }, (_, index) =>
        Math.max(0, days.get(first + index) ?? 0),
      );
      const firstSale = quantities.findIndex((qty) => qty > 0);
      return {
        item,
        category: '',
        quantities,
        counts: Uint8Array.from(kinds, (kind, index) =>
          firstSale >= 0 && index >= firstSale && kind !== dayKind.closed ? 1 : 0,
        ),
      };
    }),
  };
}

/** Classifies days as closed, next to a closed day, holiday, or usual. */
export function classifyDays(closed: readonly boolean[], holidays: readonly number[]): Uint8Array {
  const isHoliday = new Set(holidays);
  return Uint8Array.from(closed, (isClosed, day) => {
    if (isClosed) return dayKind.closed;
    if (isHoliday.has(day)) return dayKind.holiday;
    if (closed[day + 1]) return dayKind.beforeClosed;
    return closed[day - 1] ? dayKind.afterClosed : dayKind.usual;
  });
}

const yearFirst = /^\s*"?(?:(\d{4})(\d{2})(\d{2})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))(?!\d)/;
const yearLast = /^\s*"?(\d{1,2})([./-])(\d{1,2})[./-](\d{4})/;

/**
 * Returns whether a file uses 25/12/2024 rather than 12/25/2024. One unambiguous date determines the format of
 * all dates, including 3/4/2024.
 */
const isDayFirstFormat = (dates: readonly string[]): boolean =>
  dates.some((text) => Number(yearLast.exec(text)?.[1] ?? 0) > 12);

/**
 * Parses 2024-03-09, 2024/3/9, 20240309, 09.03.2024, 3/9/2024 or 25/12/2024, each with or without a time;
 * null for anything else.
 */
function parseDay(text: string, isDayFirst: boolean): number | null {
  const year = yearFirst
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  const other = yearLast.exec(text);
  let parts: [number, number, number] | null = null;
  if (year) parts = [Number(year[0]), Number(year[1]), Number(year[2])];
  else if (other) {
    const [a, b] = [Number(other[1]), Number(other[3])];
    const isFirst = isDayFirst || other[2] === '.';
    parts = [Number(other[4]), isFirst ? b : a, isFirst ? a : b];
  }
  if (!parts) return null;
  const ms = Date.UTC(parts[0], parts[1] - 1, parts[2]);
  return Number.isNaN(ms) ? null : ms / dayMs;
}

/** Creates a deterministic random number generator (mulberry32). */
export function createRandomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface BusinessProfile {
  places: number;
  items: number;
  days: number;
  seed: number;
  /** Range of an item's usual daily sales. */
  levels: [number, number];
  /** Variation between days of the week, 0 to 1. */
  weekday: number;
}

export const businessProfiles = {
  weekday: { places: 6, items: 40, days: 560, seed: 7, levels: [3, 60], weekday: 0.6 },
  sparse: { places: 6, items: 40, days: 560, seed: 11, levels: [0.05, 0.9], weekday: 0.15 },
} as const satisfies Record<string, BusinessProfile>;

/**
 * Generates sales: weekly patterns by category and item, trends, closures with shifted demand, open holidays,
 * extra noise, sold-out days, and large single orders.
 */
export function generateSales({
  places,
  items,
  days,
  seed,
  levels,
  weekday,
}: BusinessProfile): LocationSales[] {
  const random = createRandomNumbers(seed);
  const drawNormal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const drawQuantity = (mean: number): number => {
    // A gamma-like factor on a Poisson distribution, because sales vary by more than chance alone.
    const around = mean * Math.exp(0.22 * drawNormal() - 0.0242);
    if (around > 40) return Math.max(0, Math.round(around + Math.sqrt(around) * drawNormal()));
    const limit = Math.exp(-around);
    let [n, product] = [0, random()];
    while (product > limit) {
      n += 1;
      product *= random();
    }
    return n;
  };
  const shapes = Array.from({ length: 5 }, () =>
    Array.from({ length: 7 }, (_, day) =>
      Math.exp(weekday * ((day >= 4 ? 0.6 : -0.45) + 0.5 * drawNormal())),
    ),
  );
  const first = Date.UTC(2024, 0, 1) / dayMs;
  return Array.from({ length: places }, (_, index) => {
    const closed = Array.from({ length: days + 2 }, () => random() < 1 / 45);
    const holidays = Array.from({ length: days + 2 }, (_, day) => day).filter(() => random() < 1 / 40);
    const kinds = classifyDays(closed, holidays);
    const dayFactors = [1, 0, 1.35, 0.85, 1.4];
    return {
      place: `Shop ${index + 1}`,
      from: toIsoDay(first),
      kinds,
      items: Array.from({ length: items }, (_, n) => {
        const category = n % shapes.length;
        const level = levels[0] * (levels[1] / levels[0]) ** random();
        const itemShape = (shapes[category] ?? []).map(
          (factor) => factor * Math.exp(0.15 * weekday * drawNormal()),
        );
        const mean = itemShape.reduce((sum, factor) => sum + factor, 0) / 7;
        const trend = 0.4 * drawNormal();
        let drift = 0;
        const [quantities, counts] = [new Float64Array(days), new Uint8Array(days)];
        for (let day = 0; day < days; day += 1) {
          drift += 0.012 * drawNormal();
          const kind = kinds[day] ?? 0;
          if (kind === dayKind.closed) continue;
          const usual = level * ((itemShape[day % 7] ?? 1) / mean) * Math.exp(drift + (trend * day) / 365);
          let qty = drawQuantity(usual * (dayFactors[kind] ?? 1));
          if (random() < 0.004) qty += Math.round(usual * (2 + 3 * random()) + 2);
          const isShort = random() < 0.03;
          if (isShort) qty = Math.floor(qty * random() * 0.8);
          quantities[day] = qty;
          counts[day] = isShort ? 0 : 1;
        }
        return { item: `Item ${n + 1}`, category: String(category), quantities, counts };
      }),
    };
  });
}
