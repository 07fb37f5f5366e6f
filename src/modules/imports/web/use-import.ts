import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportCorrection, ImportInput } from '../wire.ts';
import type { ImportState } from '../shapes.ts';
import {
  beginImport,
  checkImport,
  commitImport,
  correctImport,
  discardImport,
  myImportsQuery,
  sendRows,
  undoImport,
} from './queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { FileTable } from '#platform/web/spreadsheet/table.ts';
import type { ColumnMapping } from './guess-mapping.ts';
import { batchRows } from './plan.ts';
import { getImportErrorMessage } from '#modules/master-data/web/localize-refusal.ts';

/** Stages of an import. */
export type ImportStage =
  | { step: 'planning'; problem: string | null }
  | { step: 'sending'; done: number; total: number; unreadable: number }
  | { step: 'checking' }
  | { step: 'checked'; state: ImportState; problem: string | null }
  | { step: 'committing'; state: ImportState }
  | { step: 'done'; state: ImportState; problem: string | null };

/** Runs an import: sends rows, checks, corrects, commits and undoes it. */
export function useImport() {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<ImportStage>({ step: 'planning', problem: null });
  const abortController = useRef<AbortController | null>(null);
  const startedId = useRef<string | null>(null);
  /** Corrections of the current file, applied again after its mapping changes. */
  const corrections = useRef<{ table: FileTable | null; applied: ImportCorrection[] }>({
    table: null,
    applied: [],
  });

  /** Discards the started import on the server. */
  function discardStartedImport(): void {
    const id = startedId.current;
    startedId.current = null;
    // A failure is harmless, because the import expires on the server.
    if (id !== null) void discardImport(id).catch(() => undefined);
  }

  // Only an interrupted upload is discarded. A checked import is stored for a day with its corrections, so
  // that the user can continue.
  useEffect(
    () => () => {
      const id = abortController.current && startedId.current;
      abortController.current?.abort();
      if (id) void discardImport(id).catch(() => undefined);
    },
    [],
  );

  async function check(input: ImportInput, table: FileTable, mapping: ColumnMapping): Promise<void> {
    const controller = new AbortController();
    abortController.current = controller;
    const total = table.rows.length;
    setStage({ step: 'sending', done: 0, total, unreadable: 0 });
    try {
      discardStartedImport();
      if (corrections.current.table !== table) corrections.current = { table, applied: [] };
      const { _id } = await beginImport(input);
      startedId.current = _id;
      let done = 0;
      let unreadable = 0;
      for (const batch of batchRows(table, mapping)) {
        controller.signal.throwIfAborted();
        unreadable += await sendRows(_id, batch, controller.signal);
        done += batch.length;
        setStage({ step: 'sending', done, total, unreadable });
      }
      controller.signal.throwIfAborted();
      setStage({ step: 'checking' });
      const state = await checkImport(_id, controller.signal);
      setStage({ step: 'checked', state: await reapplyCorrections(state, controller.signal), problem: null });
    } catch (error) {
      discardStartedImport();
      setStage({
        step: 'planning',
        problem: controller.signal.aborted ? null : getImportErrorMessage(error),
      });
      if (controller.signal.aborted) throw error;
    } finally {
      abortController.current = null;
    }
  }

  /** Applies earlier corrections to a new mapping; those that no longer apply are dropped. */
  async function reapplyCorrections(checked: ImportState, signal: AbortSignal): Promise<ImportState> {
    const { applied: earlierCorrections } = corrections.current;
    if (earlierCorrections.length === 0) return checked;
    const applied: ImportCorrection[] = [];
    let state = checked;
    for (const correction of earlierCorrections) {
      signal.throwIfAborted();
      try {
        // A column that isn't mapped needs no correction now but may be mapped again later.
        if (state.columns.includes(correction.column)) ({ state } = await correctImport(state, correction));
        applied.push(correction);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
      }
    }
    corrections.current.applied = applied;
    return state === checked ? checked : checkImport(state._id, signal);
  }

  /** Checks the rows on the server again. */
  async function checkAgain(state: ImportState): Promise<void> {
    startedId.current = state._id;
    setStage({ step: 'checking' });
    try {
      setStage({ step: 'checked', state: await checkImport(state._id), problem: null });
    } catch (error) {
      setStage({ step: 'checked', state, problem: getImportErrorMessage(error) });
    }
  }

  /** Resumes an import that was checked before. */
  async function resume(state: ImportState): Promise<void> {
    if (state.status !== 'Checked') return checkAgain(state);
    startedId.current = state._id;
    setStage({ step: 'checked', state, problem: null });
  }

  /** Corrects cells and checks all rows again. Returns the number of corrected cells; null on failure. */
  async function correct(state: ImportState, correction: ImportCorrection): Promise<number | null> {
    let latest = state;
    try {
      const result = await correctImport(state, correction);
      latest = result.state;
      const checked = await checkImport(state._id);
      corrections.current.applied.push(correction);
      setStage({ step: 'checked', state: checked, problem: null });
      return result.corrected;
    } catch (error) {
      const current = error instanceof ApiError && error.status === 412 ? await reloadRows(state) : null;
      setStage({ step: 'checked', state: current ?? latest, problem: getImportErrorMessage(error) });
      return null;
    }
  }

  const reloadRows = ({ _id, kind }: ImportState) =>
    queryClient.fetchQuery({ ...myImportsQuery(kind), staleTime: 0 }).then(
      ({ rows }) => rows.find((row) => row._id === _id) ?? null,
      () => null,
    );

  async function commit(state: ImportState): Promise<void> {
    setStage({ step: 'committing', state });
    try {
      const committed = await commitImport(state._id);
      startedId.current = null;
      setStage({ step: 'done', state: committed, problem: null });
      // An import can affect any data on screen.
      void queryClient.invalidateQueries();
    } catch (error) {
      setStage({ step: 'checked', state, problem: getImportErrorMessage(error) });
    }
  }

  async function undo(state: ImportState): Promise<void> {
    try {
      const undone = await undoImport(state._id);
      setStage({ step: 'done', state: undone, problem: null });
      void queryClient.invalidateQueries();
    } catch (error) {
      setStage({ step: 'done', state, problem: getImportErrorMessage(error) });
    }
  }

  return {
    stage,
    check,
    checkAgain,
    resume,
    correct,
    commit,
    undo,
    cancel: () => abortController.current?.abort(),
    /** Keeps the checked import until the file is checked again. */
    returnToMapping: () => setStage({ step: 'planning', problem: null }),
  };
}
