import type { Column } from '#src/components/data-table/column.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import type { LevelRow } from './level-rows.ts';
import type { settingsMessages } from './messages.ts';

/** The columns of a saved list: what is saved on the server, not what is being typed. */
export function exportColumns(t: TranslationOf<typeof settingsMessages>['levels']): Column<LevelRow>[] {
  const text = (key: 'code' | 'item' | 'unit' | 'section', value: (row: LevelRow) => string) => ({
    key,
    label: t.columns[key],
    cell: () => null,
    value,
  });
  const figure = (key: 'min' | 'par' | 'max' | 'safetyStock') => ({
    key,
    label: t.columns[key],
    cell: () => null,
    value: ({ saved }: LevelRow) => saved[key],
  });
  return [
    text('code', ({ code }) => code),
    text('item', ({ name }) => name),
    text('section', ({ section }) => section),
    text('unit', ({ unit }) => unit),
    figure('min'),
    figure('par'),
    figure('max'),
    figure('safetyStock'),
    { key: 'perDay', label: t.columns.perDay, cell: () => null, value: ({ perDay }) => perDay },
    ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      key: `weekday ${weekday}`,
      label: t.parOn(formatWeekday(weekday)),
      cell: () => null,
      value: ({ saved }: LevelRow) => saved.weekdayPar[String(weekday)] ?? null,
    })),
  ];
}
