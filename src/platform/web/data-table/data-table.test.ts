import { describe, expect, it } from 'vitest';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { toCsv } from '#core/csv.ts';
import { collectRows } from './collect-rows.ts';
import { type Column, getNextSort, visibleColumns } from './column.ts';
import { getLocalPage } from './local-page.ts';
import { getPageNumbers } from './pager.tsx';
import { buildTableCells } from './save-rows.ts';

interface Row {
  id: string;
  name: string;
  value: number | null;
}

const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name, value: ({ name }) => name },
  { key: 'value', label: 'Value', sort: 'value', cell: ({ value }) => value, value: ({ value }) => value },
  { key: 'note', label: 'Note', cell: () => 'a note', isHiddenByDefault: true },
];
const rows: Row[] = [
  { id: 'a', name: 'Åse 10', value: -2.5 },
  { id: 'b', name: 'ase 9', value: null },
  { id: 'c', name: '=1+1', value: 30 },
];
const buildList = (listRows: Row[], total: number | null = null): TolerantList<Row> => ({
  rows: listRows,
  total,
  totalCapped: false,
  skipped: 0,
});

describe('columns', () => {
  it('are shown by default or by the user’s choice; the first is always shown', () => {
    const keys = (choice: Record<string, boolean>) => visibleColumns(columns, choice).map(({ key }) => key);
    expect(keys({})).toEqual(['name', 'value']);
    expect(keys({ note: true, value: false, name: false })).toEqual(['name', 'note']);
  });

  it('cycle through ascending, descending and unsorted', () => {
    expect(getNextSort(undefined, 'name')).toBe('name');
    expect(getNextSort('name', 'name')).toBe('-name');
    expect(getNextSort('-name', 'name')).toBeUndefined();
    expect(getNextSort('-name', 'value')).toBe('value');
  });

  it('reverse the default sort and restore it', () => {
    expect(getNextSort(undefined, 'at', '-at')).toBe('at');
    expect(getNextSort('at', 'at', '-at')).toBeUndefined();
    expect(getNextSort('-at', 'at', '-at')).toBe('at');
    expect(getNextSort(undefined, 'name', 'name')).toBe('-name');
    expect(getNextSort('-name', 'name', 'name')).toBeUndefined();
    expect(getNextSort('-value', 'name', 'name')).toBe('name');
    expect(getNextSort(undefined, 'value', 'name')).toBe('value');
  });
});

describe('a completely loaded list', () => {
  const getIds = (view: Partial<Parameters<typeof getLocalPage<Row>>[2]>) =>
    getLocalPage(buildList(rows), columns, {
      q: undefined,
      sort: undefined,
      page: 1,
      pageSize: 2,
      ...view,
    }).rows.map(({ id }) => id);

  it('is searched in every column, ignoring case and accents', () => {
    expect(getIds({ q: 'ASE' })).toEqual(['a', 'b']);
    expect(getIds({ q: '30 =' })).toEqual(['c']);
  });

  it('sorts numbers by value, with empty values last', () => {
    expect(getIds({ sort: 'name', pageSize: 9 })).toEqual(['c', 'b', 'a']);
    expect(getIds({ sort: 'value', pageSize: 9 })).toEqual(['a', 'c', 'b']);
    expect(getIds({ sort: '-value', pageSize: 9 })).toEqual(['c', 'a', 'b']);
  });

  it('is paged, and its total is the number of matches', () => {
    expect(getIds({ page: 2 })).toEqual(['c']);
    const page = getLocalPage(buildList(rows), columns, { q: 'ase', sort: undefined, page: 1, pageSize: 1 });
    expect(page).toMatchObject({ total: 2, rows: [rows[0]] });
  });
});

describe('exports', () => {
  it('write text that looks like a formula as text, and negative numbers as numbers', () => {
    expect(toCsv([['\u2068Harbour\u2069، الضفة']])).toBe('\uFEFFHarbour، الضفة\r\n');
    expect(toCsv(buildTableCells(columns, rows))).toBe(
      "\uFEFFName,Value\r\nÅse 10,-2.5\r\nase 9,\r\n'=1+1,30\r\n",
    );
  });

  const manyRows = Array.from(
    { length: 1203 },
    (_, n): Row => ({ id: String(n), name: `Row ${n}`, value: n }),
  );
  const getKey = ({ id }: Row) => id;

  it('write instants in local time, and leave dates and other text unchanged', () => {
    const at: Column<{ at: string }> = { key: 'at', label: 'At', cell: () => null, value: ({ at }) => at };
    const toCell = (text: string) => buildTableCells([at], [{ at: text }])[1]?.[0];
    const localDate = new Date('2026-03-04T09:30:15.123Z');
    const padTwoDigits = (part: number) => String(part).padStart(2, '0');
    const clock = `${padTwoDigits(localDate.getHours())}:${padTwoDigits(localDate.getMinutes())}`;
    for (const instant of ['2026-03-04T09:30:15.123Z', '2026-03-04T11:30:15+02:00'])
      expect(toCell(instant)).toBe(`2026-03-0${localDate.getDate()} ${clock}`);
    for (const unchanged of ['2026-03-04', 'From 2026-03-04T09:30:15Z on', '2026-99-99T09:30:15Z', ''])
      expect(toCell(unchanged)).toBe(unchanged);
  });

  it('collect all pages and report progress', async () => {
    const progress: unknown[] = [];
    const collected = await collectRows(
      ({ page, limit }) =>
        Promise.resolve(buildList(manyRows.slice((page - 1) * limit, page * limit), manyRows.length)),
      getKey,
      new AbortController().signal,
      ({ loadedRows }) => progress.push(loadedRows),
    );
    expect(collected).toEqual(manyRows);
    expect(progress).toEqual([500, 1000, 1203]);
  });

  it('collect a row that moves to an already collected page because an earlier row is removed', async () => {
    let remaining = manyRows;
    let calls = 0;
    const collected = await collectRows(
      ({ page, limit }) => {
        calls += 1;
        // Removes the first row between the first two page requests.
        if (calls === 2) remaining = manyRows.slice(1);
        return Promise.resolve(
          buildList(remaining.slice((page - 1) * limit, page * limit), remaining.length),
        );
      },
      getKey,
      new AbortController().signal,
      () => undefined,
    );
    expect(collected).toEqual(manyRows.slice(1));
    expect(calls).toBe(5);
  });

  it('accept a list that keeps changing', async () => {
    let added = 0;
    const collected = await collectRows(
      ({ page, limit }) => {
        added += 1;
        return Promise.resolve(
          buildList(manyRows.slice((page - 1) * limit, page * limit), manyRows.length + added),
        );
      },
      getKey,
      new AbortController().signal,
      () => undefined,
    );
    expect(collected).toEqual(manyRows);
  });

  it('request at most two pages from a server without paging', async () => {
    let calls = 0;
    const firstPage = manyRows.slice(0, 500);
    const collected = await collectRows(
      () => Promise.resolve((calls++, buildList(firstPage))),
      getKey,
      new AbortController().signal,
      () => undefined,
    );
    expect([collected.length, calls]).toEqual([500, 2]);
  });

  it('stop when cancelled', async () => {
    const controller = new AbortController();
    const collecting = collectRows(
      ({ limit }) => {
        controller.abort();
        return Promise.resolve(buildList(manyRows.slice(0, limit), manyRows.length));
      },
      getKey,
      controller.signal,
      () => undefined,
    );
    await expect(collecting).rejects.toThrow();
  });
});

it('shows the first page, the neighbours and the last', () => {
  expect(getPageNumbers(1, 1)).toEqual([1]);
  expect(getPageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(getPageNumbers(7, 25)).toEqual([1, 6, 7, 8, 25]);
  expect(getPageNumbers(4, null)).toEqual([1, 3, 4]);
});
