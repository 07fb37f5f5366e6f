import { useMemo, useRef, useState } from 'react';
import type { ImportFormat } from '#core/file-format.ts';
import { useUser } from '#platform/web/session/session.ts';
import { type ImportKind, rowId } from '../kinds.ts';
import {
  type DecidedFormats,
  getDeviceFormatHints,
  type AmbiguousColumn,
} from '#platform/web/spreadsheet/decide-format.ts';
import { FileProblem } from '#platform/web/spreadsheet/file-problem.ts';
import { readFile } from '#platform/web/spreadsheet/read-file.ts';
import type { ReadOptions } from '#platform/web/spreadsheet/table.ts';
import type { FileTable } from '#platform/web/spreadsheet/table.ts';
import { type MultilingualLabels, getLabelsInAllLanguages, guideSheets } from './import-labels.ts';
import { decideMappedFormats, guessMapping, type ColumnMapping } from './guess-mapping.ts';
import { normalizeHeading } from './synonyms.ts';
import type { ImportDefaults, FileImportPlan } from './plan.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';

/** The user's choices for a file; everything else is derived from its cells. */
export interface ImportChoices {
  mapping: ColumnMapping;
  defaults: ImportDefaults;
  createMissing: readonly string[];
  /** Format of the whole file, then of columns by index. */
  format: Partial<ImportFormat>;
  formats: Readonly<Record<number, Partial<ImportFormat>>>;
}

interface LoadedFile {
  file: File;
  options: ReadOptions;
  table: FileTable;
  choices: ImportChoices;
}

export interface OpenFile {
  file: File;
  table: FileTable;
  plan: FileImportPlan & Required<Pick<FileImportPlan, 'formats'>>;
  /** Columns with two possible formats, and the user's choice if any. */
  undecidedColumns: readonly (AmbiguousColumn & {
    index: number;
    key: string;
    chosen: Partial<ImportFormat>;
  })[];
}

/** Loads the file to import and proposes a mapping for its columns. */
export function useImportFile(kind: ImportKind) {
  const user = useUser();
  const labels = getLabelsInAllLanguages(kind);
  const [loaded, setLoaded] = useState<LoadedFile | null>(null);
  const [isReading, setReading] = useState(false);
  const [rejectedFile, setRejectedFile] = useState<{ name: string; problem: FileProblem } | null>(null);
  const readController = useRef<AbortController | null>(null);

  async function load(file: File, options: ReadOptions = {}): Promise<void> {
    readController.current?.abort();
    const controller = new AbortController();
    readController.current = controller;
    setReading(true);
    setRejectedFile(null);
    try {
      // Loading the same file again keeps earlier options.
      const readOptions = loaded?.file === file ? { ...loaded.options, ...options } : options;
      const table = await readFile(file, { ...readOptions, notes: guideSheets }, controller.signal);
      setLoaded({ file, options: readOptions, table, choices: proposeChoices(table) });
    } catch (error) {
      if (controller.signal.aborted) return;
      setLoaded(null);
      setRejectedFile({
        name: file.name,
        problem: error instanceof FileProblem ? error : new FileProblem('damaged'),
      });
    } finally {
      if (readController.current === controller) setReading(false);
    }
  }

  function proposeChoices({ header, rows }: FileTable): ImportChoices {
    const remembered = loadChoices(user._id, kind.kind);
    const isExport = isExportedFile(kind, header, labels);
    const mapping = guessMapping({
      kind,
      header,
      rows,
      labelsOf: labels.ofColumn,
      cellWordsOf: labels.ofCells,
      rememberedKeys: isExport ? {} : remembered.columns,
      isExport,
    });
    return { mapping, defaults: remembered.defaults, createMissing: [], format: {}, formats: {} };
  }

  /** Stores the choices for the next file of this kind. */
  function remember({ table, plan }: OpenFile): void {
    const columns = Object.fromEntries(
      table.header.flatMap((heading, index) =>
        normalizeHeading(heading) ? [[normalizeHeading(heading), plan.mapping[index] ?? null]] : [],
      ),
    );
    storeChoices(user._id, kind.kind, { columns, defaults: plan.defaults });
  }

  const table = loaded?.table;
  const mapping = loaded?.choices.mapping;
  const decidedFormats = useMemo(
    () =>
      table && mapping
        ? decideMappedFormats(kind, mapping, table.rows, getDeviceFormatHints(table.delimiter))
        : null,
    [kind, table, mapping],
  );
  const openFile = loaded && decidedFormats ? buildOpenFile(loaded, decidedFormats) : null;

  return {
    openFile,
    isReading,
    rejectedFile,
    load,
    remember,
    labels,
    change: (choices: Partial<ImportChoices>) =>
      setLoaded(
        (current) =>
          current && {
            ...current,
            choices: {
              ...current.choices,
              ...choices,
              format: { ...current.choices.format, ...choices.format },
              formats: { ...current.choices.formats, ...choices.formats },
            },
          },
      ),
    close() {
      setLoaded(null);
      setRejectedFile(null);
    },
  };
}

/** Combines a file with the formats derived from its cells and the user's overrides. */
function buildOpenFile({ file, table, choices }: LoadedFile, decidedFormats: DecidedFormats): OpenFile {
  const { mapping, defaults, createMissing, format, formats } = choices;
  const mappedColumns = mapping.flatMap((key, index) => (key === null ? [] : [{ key, index }]));
  return {
    file,
    table,
    plan: {
      mapping,
      defaults,
      createMissing,
      format: { ...decidedFormats.file, ...format },
      formats: Object.fromEntries(
        mappedColumns.flatMap(({ key, index }) => {
          const columnFormat = decidedFormats.columns[key];
          return columnFormat ? [[key, { ...columnFormat, ...format, ...formats[index] }] as const] : [];
        }),
      ),
    },
    undecidedColumns: mappedColumns.flatMap(({ key, index }) => {
      const ambiguousColumn = decidedFormats.ambiguousColumns[key];
      return ambiguousColumn
        ? [{ ...ambiguousColumn, key, index, chosen: { ...format, ...formats[index] } }]
        : [];
    }),
  };
}

/** Returns whether the file is an export with row IDs; its headings are trusted over remembered choices. */
function isExportedFile(
  { columns }: ImportKind,
  header: readonly string[],
  labels: MultilingualLabels,
): boolean {
  const column = columns.find(({ key }) => key === rowId);
  return column !== undefined && labels.ofColumn(column).some((word) => header.includes(word));
}

interface RememberedChoices {
  /** Column key by `normalizeHeading` of the heading; null if it is skipped. */
  columns: Readonly<Record<string, string | null>>;
  defaults: ImportDefaults;
}

const storageKey = (user: string, kind: string) => `commissary.import.${user}.${kind}`;

/** Loads the user's stored choices for files of this kind. */
function loadChoices(user: string, kind: string): RememberedChoices {
  try {
    const { columns, defaults } = readRecord(JSON.parse(readStoredItem(storageKey(user, kind)) ?? '{}'));
    const storedColumns = Object.entries(readRecord(columns)).filter(
      (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
    );
    const storedDefaults = Object.entries(readRecord(defaults)).filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]),
    );
    return { columns: Object.fromEntries(storedColumns), defaults: Object.fromEntries(storedDefaults) };
  } catch {
    return { columns: {}, defaults: {} };
  }
}

function storeChoices(user: string, kind: string, chosen: RememberedChoices): void {
  const before = loadChoices(user, kind);
  writeStoredItem(
    storageKey(user, kind),
    JSON.stringify({ columns: { ...before.columns, ...chosen.columns }, defaults: chosen.defaults }),
  );
}
