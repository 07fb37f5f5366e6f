import type { SeedBranch, SeedItem } from '../model.ts';
import { addDays, localClock, weekdayOf } from '../local-time.ts';
import type { Random } from '../random.ts';
import {
  type BranchState,
  chooseLines,
  measured,
  openBranch,
  takeUsed,
  takeWaste,
  trade,
} from './branch-state.ts';
import type { Level } from './levels.ts';
import { openKitchen, restock } from './kitchen-state.ts';
import { deadEnd } from './outcomes.ts';
import { type Story, staffOf, tellOrder } from './orders.ts';
import type { OrderEvent, StockEvent, StoryEvent, WastageEvent } from './events.ts';
import { stageOfToday, tellToday } from './today.ts';

export interface Supply {
  code: string;
  /** Weekdays on which it delivers. */
  weekdays: number[];
}

export interface Setting {
  items: SeedItem[];
  kitchen: SeedBranch;
  branches: SeedBranch[];
  suppliers: Supply[];
  /** The kitchen's date and the instant that the story leads up to. */
  today: string;
  nowMs: number;
  random: Random;
}

export interface Told {
  /** In the order of time, none after now. */
  events: StoryEvent[];
  levels: { branch: string; levels: Level[] }[];
  openedAt: number;
}

const days = 60;

/**
 * Sixty days of a business, as a list of what happened: deliveries, sales, orders with every step, waste. It only
 * decides who wants what; whether it may happen and what it does to stock is left to the services that replay it.
 */
export function tellStory(setting: Setting): Told {
  const { items, kitchen, today, random } = setting;
  const at = localClock();
  const sizes = setting.branches.reduce((sum, branch) => sum + branch.size, 0);
  const story: Story = {
    at,
    kitchen: openKitchen(items, sizes),
    kitchenZone: kitchen.timezone,
    today,
    random,
  };
  const states = setting.branches.map((branch) => openBranch(branch, items, random));
  const events: StoryEvent[] = [];
  const firstDay = addDays(today, -days);
  const openedAt = at(addDays(firstDay, -1), 360, kitchen.timezone);
  events.push(...states.map((state) => openingOf(state, openedAt)));
  for (let day = -1; day <= days; day += 1) {
    const date = addDays(firstDay, day);
    events.push(...deliveries(setting, story, date, day));
    if (day < 0) continue;
    for (const state of states) {
      trade(state, weekdayOf(date), date === today ? 0.4 : 1, random);
      if (date !== today) events.push(...evening(story, state, date));
    }
  }
  events.push(...tellToday(story, states));
  return {
    events: squeeze(events, at(today, 0, kitchen.timezone), setting.nowMs),
    levels: states.map((state) => ({
      branch: state.branch.code,
      levels: [...state.shelves.values()].map((shelf) => shelf.level),
    })),
    openedAt,
  };
}

function openingOf(state: BranchState, at: number): StockEvent {
  const lines = [...state.shelves.values()].map(({ level, onHandMicro }) => ({
    item: level.item.code,
    qtyMicro: onHandMicro,
    unitCostE4: level.item.costE4,
  }));
  const place = state.branch.code;
  return {
    kind: 'stock',
    what: 'opening',
    at,
    place,
    number: `OPEN-${place}`,
    by: 'admin',
    lines: lines.filter(isSome),
  };
}

function isSome(line: { qtyMicro: number }): boolean {
  return line.qtyMicro > 0;
}

/** Before dawn: suppliers whose day it is (all of them to begin with and today), then what was baked. */
function deliveries(setting: Setting, story: Story, date: string, day: number): StockEvent[] {
  const isEveryone = day < 0 || date === story.today;
  const due = setting.suppliers.filter((supply) => isEveryone || supply.weekdays.includes(weekdayOf(date)));
  return ['', ...due.map((supply) => supply.code)].flatMap((supplier, nth) => {
    const number = supplier === '' ? `BATCH-${date}` : `GR-${date}-${supplier}`;
    const at = story.at(date, 180 + nth * 4, story.kitchenZone);
    const document = { at, place: setting.kitchen.code, number, by: 'kitchen' } as const;
    return restock(story.kitchen, supplier, document, story.random) ?? [];
  });
}

/** On the day it orders a branch clears up, writes down what it sold, and orders for its next delivery. */
function evening(story: Story, state: BranchState, date: string): StoryEvent[] {
  const { at, random, today } = story;
  const { branch } = state;
  const deliveryDate = addDays(date, branch.cutoffDaysBefore);
  const ordersToday = ordersFor(branch, deliveryDate) || (branch.code === 'B01' && deliveryDate === today);
  if (!ordersToday) return [];
  const cutoff = minutesOf(branch.cutoffTime);
  const soldAt = at(date, cutoff - 150, branch.timezone);
  const told: StoryEvent[] = [];
  if (random.chance(0.3)) told.push(...wasteOf(state, soldAt - 1_800_000, random));
  const lines = takeUsed(state, soldAt);
  const number = `SALES-${branch.code}-${date}`;
  told.push({
    kind: 'stock',
    what: 'consumption',
    at: soldAt,
    place: branch.code,
    number,
    by: 'admin',
    lines,
  });
  const isLate = random.chance(0.05);
  const createdAt = at(date, cutoff - (isLate ? 10 : random.int(85, 140)), branch.timezone);
  if (random.chance(0.07)) told.push(cameToNothing(story, state, createdAt - 3_600_000, deliveryDate));
  const wanted = chooseLines(state, deliveryDate === today ? 12 : 40, random);
  if (wanted.length < 2) return told;
  const stage = deliveryDate < today ? 'Received' : stageOfToday(branch.code, deliveryDate > today);
  told.push(tellOrder(story, { state, createdAt, deliveryDate, stage, lines: wanted }));
  return told;
}

/** The flagship could be served daily and orders on four days; everybody else on every delivery day. */
function ordersFor(branch: SeedBranch, deliveryDate: string): boolean {
  const weekday = weekdayOf(deliveryDate);
  if (branch.code === 'B01') return [1, 3, 5, 6].includes(weekday);
  if (branch.code === 'B02') return [1, 3, 5].includes(weekday);
  return branch.deliveryDays.includes(weekday);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function wasteOf(state: BranchState, at: number, random: Random): WastageEvent[] {
  const waste = takeWaste(state, random);
  if (!waste) return [];
  const isFinished = waste.item.kind === 'finished';
  const reason = random.pick(isFinished ? (['overproduction', 'staff meal', 'dropped'] as const) : spoilt);
  const by = staffOf(state.branch.code, random).orders;
  return [
    {
      kind: 'wastage',
      at,
      place: state.branch.code,
      by,
      item: waste.item.code,
      reason,
      qtyMicro: measured(waste.item, waste.qtyMicro),
    },
  ];
}

const spoilt = ['expired', 'spoiled', 'damaged', 'temperature', 'quality'] as const;

/** A small order that was rejected or cancelled; it never touched stock. */
function cameToNothing(
  story: Story,
  state: BranchState,
  createdAt: number,
  deliveryDate: string,
): OrderEvent {
  const staff = staffOf(state.branch.code, story.random);
  return {
    kind: 'order',
    at: createdAt,
    branch: state.branch.code,
    by: staff.orders,
    deliveryDate,
    orderType: 'Regular',
    lines: chooseLines(state, 4, story.random),
    steps: deadEnd(story.random.int(0, 4), createdAt, (to) =>
      to === 'Under Review' ? staff.orders : staff.reviews,
    ),
    resolutions: [],
  };
}

/**
 * Nothing of today lies after now. When the day is younger than what is told of it, its times move together, so
 * that the story of a day is the same at every hour.
 */
function squeeze(events: StoryEvent[], startMs: number, nowMs: number): StoryEvent[] {
  const times = events.flatMap((event) => [
    event.at,
    ...(event.kind === 'order' ? event.steps.map((step) => step.at) : []),
  ]);
  const lastMs = Math.max(...times);
  const share = lastMs > nowMs ? Math.max(0, nowMs - startMs) / (lastMs - startMs) : 1;
  const move = (at: number) => (at <= startMs ? at : startMs + Math.floor((at - startMs) * share));
  return events
    .map((event) =>
      event.kind === 'order'
        ? { ...event, at: move(event.at), steps: event.steps.map((step) => ({ ...step, at: move(step.at) })) }
        : { ...event, at: move(event.at) },
    )
    .sort((a, b) => a.at - b.at);
}
