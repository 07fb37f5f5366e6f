import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { type ImportColumn, type ImportKind, importKinds } from '../kinds.ts';
import { buildTableCells } from '#platform/web/data-table/save-rows.ts';
import { toXlsx } from '#platform/web/data-table/xlsx.ts';
import { type CsvCell, toCsv } from '#core/csv.ts';
import { readTable } from '#platform/web/spreadsheet/read-table.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { useMockApi } from '#app/web/testing/render-app.tsx';
import { getDefinition, definitions, type CollectionKey } from '#modules/master-data/collections.ts';
import { arabic as listsInArabic } from '#modules/master-data/web/list-messages.ar.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { arabic as resourcesInArabic } from '#modules/master-data/web/messages.ar.ts';
import { type AnyResourceTexts, resourceMessages } from '#modules/master-data/web/messages.ts';
import { buildResourceColumns } from '#modules/master-data/web/resource-columns.tsx';
import { getLabelsInAllLanguages } from './import-labels.ts';
import { guessFormat, guessMapping } from './guess-mapping.ts';
import { buildImportInput, batchRows } from './plan.ts';

const mock = useMockApi();

const languages = [
  ['English', resourceMessages.en, resourceListMessages.en],
  ['Arabic', resourcesInArabic, listsInArabic],
] as const;
const files = {
  csv: async (table: CsvCell[][]) => new TextEncoder().encode(toCsv(table)),
  xlsx: async (table: CsvCell[][]) => new Uint8Array(await readBytes(await toXlsx(table))),
};

/** The test environment's Blob has no `arrayBuffer()`. */
const readBytes = (blob: Blob) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });

const collectionNames = (Object.keys(definitions) as CollectionKey[]).filter((name) => importKinds[name]);

type Row = Record<string, unknown> & { _id: string; name?: string };
type Call = Awaited<ReturnType<typeof apiAs>>;
const loadRows = async (call: Call, name: CollectionKey) =>
  (await call('GET', `${getDefinition(name).path}?limit=500`)) as unknown as Row[];

/** Adds rows with values that spreadsheets tend to misread. */
async function addTrickyRows(call: Call): Promise<void> {
  await call('POST', '/suppliers', {
    code: '007',
    name: '=SUM(A1)',
    nameAlt: 'مورّد، "أول"',
    contact: '-Anna; Bob',
    phone: '+44 20 7946 0000',
    minOrderValue: 1234.5,
    orderDays: [1, 4],
  });
  await call('POST', '/taxes', { name: '@home', rate: 7.5, validFrom: '2026-01-31' });
  await call('POST', '/item-categories', { name: 'Dry, "white"', code: '1e3' });
  await call('PUT', `/branch/${ids.branch1}`, {
    closedDays: [
      { from: '2026-12-24', until: '2027-01-02', yearly: true, note: 'Christmas: "quiet", =all' },
      { from: '2026-03-09', until: '2026-03-09', yearly: false, note: null },
    ],
  });
}

describe('importing an exported list changes nothing', () => {
  it.each(
    languages.flatMap((language) =>
      (['csv', 'xlsx'] as const).map((type) => [language[0], type, language] as const),
    ),
  )('from %s, as %s', async (_, type, [, texts, t]) => {
    const call = await apiAs(mock.api, 'admin');
    await addTrickyRows(call);
    const nameById = new Map<string, string>();
    for (const name of collectionNames)
      for (const row of await loadRows(call, name)) nameById.set(row._id, row.name ?? '');
    for (const name of collectionNames) {
      const kind = importKinds[name] as ImportKind;
      const labels = {
        texts: texts[name] as AnyResourceTexts,
        t,
        names: {
          getName: (_c: unknown, id: unknown) => nameById.get(String(id)) ?? '',
          listRows: () => [],
          load: async () => [],
        },
      };
      const rows = (await loadRows(call, name)).map((values) => ({
        _id: values._id,
        name: values.name ?? '',
        isActive: true,
        values,
      }));
      if (rows.length === 0) continue;
      const exported = buildTableCells(
        buildResourceColumns(getDefinition(name), labels as never, false),
        rows,
      );
      const table = await readTable(await files[type](exported));
      const labelsOf = (column: ImportColumn) => [labels.texts.fields[column.key] ?? column.key];
      const mapping = guessMapping({
        kind,
        header: table.header,
        rows: table.rows,
        labelsOf,
        rememberedKeys: {},
      });
      const unmapped = Object.entries(getDefinition(name).allFields).filter(
        ([key, { kind: fieldKind }]) => !['json', 'picture'].includes(fieldKind) && !mapping.includes(key),
      );
      expect([name, unmapped.map(([key]) => key)]).toEqual([name, []]);
      const plan = {
        mapping,
        defaults: {},
        format: guessFormat(kind, mapping, table.rows),
        createMissing: [],
      };
      const input = buildImportInput(kind, 'saved', plan, getLabelsInAllLanguages(kind).ofCells);
      const { _id } = await call('POST', '/imports', input);
      for (const batch of batchRows(table, mapping))
        await call('POST', `/imports/${String(_id)}/rows`, { rows: batch });
      const { created, changed, invalid, unchanged } = await call('POST', `/imports/${String(_id)}/check`);
      const invalidRows = await call('GET', `/imports/${String(_id)}/rows?outcome=invalid`);
      expect([name, created, changed, invalid, unchanged, invalidRows]).toEqual([
        name,
        0,
        0,
        0,
        rows.length,
        [],
      ]);
    }
  });
});
