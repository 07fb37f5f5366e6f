import { afterEach, describe, expect, it } from 'vitest';
import { listCurrentColumns, type ImportKind, importKinds } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import { toXlsx } from '#platform/web/data-table/xlsx.ts';
import { type Locale, localeStore } from '#platform/web/i18n/locale.ts';
import { readTable } from '#platform/web/spreadsheet/read-table.ts';
import { arabic as listsInArabic } from '#modules/master-data/web/list-messages.ar.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { arabic as resourcesInArabic } from '#modules/master-data/web/messages.ar.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import { createImportLabels, getLabelsInAllLanguages, guideSheets } from './import-labels.ts';
import { buildGuideSheet, listTemplateColumns, buildTemplateTable } from './template.ts';
import { guessMapping } from './guess-mapping.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';

afterEach(() => localeStore.set('en'));

const createLabels = (kind: ImportKind, locale: Locale) =>
  locale === 'ar'
    ? createImportLabels(kind, arabic, resourcesInArabic, listsInArabic)
    : createImportLabels(kind, importMessages.en, resourceMessages.en, resourceListMessages.en);
const format = { decimal: 'point', dates: 'ymd' } as const;

/** The test environment's Blob has no `arrayBuffer()`. */
const readBytes = (blob: Blob) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

const cases = Object.values(importKinds).flatMap((kind) =>
  (['en', 'ar'] as const).map((locale) => [kind.kind, locale, kind] as const),
);

describe('import template', () => {
  it.each(cases)(
    'for %s in %s is mapped automatically, and its example row is readable',
    (_, locale, kind) => {
      localeStore.set(locale);
      const [header = [], example = []] = buildTemplateTable(kind, createLabels(kind, locale));
      const labels = getLabelsInAllLanguages(kind);
      const rows = [{ row: 2, cells: [...example] }];
      const table = { kind, header: header.map(String), rows, rememberedKeys: {} };
      const mapping = guessMapping({ ...table, labelsOf: labels.ofColumn, cellWordsOf: labels.ofCells });
      expect(mapping).toEqual(listTemplateColumns(kind).map(({ key }) => key));
      listTemplateColumns(kind).forEach((column, index) => {
        const parsed = readCell(example[index] ?? null, column, { format, words: labels.ofCells(column) });
        // Pictures have no example, because their IDs are different in each business.
        const value = column.field.kind === 'picture' ? null : expect.anything();
        expect([column.key, parsed]).toEqual([column.key, { value }]);
      });
    },
  );

  it.each(cases)('for %s in %s explains every column', (_, locale, kind) => {
    localeStore.set(locale);
    const labels = createLabels(kind, locale);
    const columns = [...listTemplateColumns(kind), ...listCurrentColumns(kind)];
    const [header, ...rows] = buildGuideSheet(kind, columns, labels).rows;
    expect(rows.map(([name]) => name)).toEqual(columns.map(labels.labelOf));
    expect(rows.filter((row) => row.length !== header?.length || !row[2])).toEqual([]);
    columns.forEach((column, index) => {
      expect([column.key, rows[index]?.[1] !== '']).toEqual([column.key, column.isRequired]);
      for (const option of column.field.options)
        expect(rows[index]?.[3]).toContain(labels.choicesOf(column)[option] ?? option);
      if (column.codec) {
        const parsed = readCell(rows[index]?.[4] ?? '', column, {
          format,
          words: getLabelsInAllLanguages(kind).ofCells(column),
        });
        expect([column.key, parsed]).toEqual([column.key, { value: column.codec.sample }]);
      }
    });
  });

  it('contains every field of the import', () => {
    const header = buildTemplateTable(
      importKinds['suppliers'] as ImportKind,
      createLabels(importKinds['suppliers'] as ImportKind, 'en'),
    )[0];
    expect(header).toEqual(expect.arrayContaining(['Currency', 'Order days', 'Minimum order value']));
    for (const [, , kind] of cases) {
      const keys = listTemplateColumns(kind).map(({ key }) => key);
      expect(kind.columns.map(({ key }) => key).filter((key) => !keys.includes(key))).toEqual(
        kind.resource ? ['rowId'] : [],
      );
    }
  });

  it('can be imported as a workbook, ignoring its guide sheet', async () => {
    const kind = importKinds['brands'] as ImportKind;
    for (const locale of ['en', 'ar'] as const) {
      const note = buildGuideSheet(kind, listTemplateColumns(kind), createLabels(kind, locale));
      const table = [
        ['Name', 'Code'],
        ["'=A1", '007'],
      ];
      const sheet = 'Brands: [all]/*?';
      const imported = await readTable(await readBytes(await toXlsx(table, { sheet, note })), {
        notes: guideSheets,
      });
      expect(imported).toMatchObject({ sheets: ['Brands   all'], header: ['Name', 'Code'] });
      expect(imported.rows.map(({ cells }) => cells)).toEqual([["''=A1", '007']]);
      const guideOnly = readTable(await readBytes(await toXlsx([[]], { sheet, note })), {
        notes: guideSheets,
      });
      await expect(guideOnly).rejects.toMatchObject({ code: 'no-rows' });
    }
  });
});
