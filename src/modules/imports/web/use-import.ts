import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportCorrection, ImportInput } from '../wire.ts';
import type { ImportState } from '../shapes.ts';
import {
  beginImport,
  checkImport,
  commitImport,
  correctImport,
  dropImport,
  myImportsQuery,
  sendRows,
  undoImport,
} from './queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { FileTable } from '#platform/web/spreadsheet/table.ts';
import type { ColumnMapping } from './guess-mapping.ts';
import { rowBatches } from './plan.ts';
import { failureText } from '#modules/master-data/web/reason-text.ts';

/** Stages of an import. */
export type ImportStage =
  | { at: 'planning'; problem: string | null }
  | { at: 'sending'; done: number; total: number; unreadable: number }
  | { at: 'checking' }
  | { at: 'checked'; state: ImportState; problem: string | null }
  | { at: 'committing'; state: ImportState }
  | { at: 'done'; state: ImportState; problem: string | null };

/** Runs an import: sends rows, checks, corrects, commits and undoes it. */
export function useImport() {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<ImportStage>({ at: 'planning', problem: null });
  const running = useRef<AbortController | null>(null);
  const startedId = useRef<string | null>(null);
  /** Corrections of the current file, applied again after its mapping changes. */
  const corrections = useRef<{ table: FileTable | null; made: ImportCorrection[] }>({
    table: null,
    made: [],
  });

  /** Drops an abandoned import on the server. */
  function forget(): void {
    const id = startedId.current;
    startedId.current = null;
    // A failure is harmless, because the server expires it later.
    if (id !== null) void dropImport(id).catch(() => undefined);
  }

  // Only an interrupted transfer is dropped. A checked import is stored for a day with its corrections, so
  // that the user can continue.
  useEffect(
    () => () => {
      const id = running.current && startedId.current;
      running.current?.abort();
      if (id) void dropImport(id).catch(() => undefined);
    },
    [],
  );

  async function check(input: ImportInput, table: FileTable, mapping: ColumnMapping): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const total = table.rows.length;
    setStage({ at: 'sending', done: 0, total, unreadable: 0 });
    try {
      forget();
      if (corrections.current.table !== table) corrections.current = { table, made: [] };
      const { _id } = await beginImport(input);
      startedId.current = _id;
      let done = 0;
      let unreadable = 0;
      for (const piece of rowBatches(table, mapping)) {
        controller.signal.throwIfAborted();
        unreadable += await sendRows(_id, piece, controller.signal);
        done += piece.length;
        setStage({ at: 'sending', done, total, unreadable });
      }
      controller.signal.throwIfAborted();
      setStage({ at: 'checking' });
      const state = await checkImport(_id, controller.signal);
      setStage({ at: 'checked', state: await reapplyCorrections(state, controller.signal), problem: null });
    } catch (error) {
      forget();
      setStage({ at: 'planning', problem: controller.signal.aborted ? null : failureText(error) });
      if (controller.signal.aborted) throw error;
    } finally {
      running.current = null;
    }
  }

  /** Applies earlier corrections to a new mapping; those that no longer apply are dropped. */
  async function reapplyCorrections(checked: ImportState, signal: AbortSignal): Promise<ImportState> {
    const { made: earlierCorrections } = corrections.current;
    if (earlierCorrections.length === 0) return checked;
    const applied: ImportCorrection[] = [];
    let state = checked;
    for (const correction of earlierCorrections) {
      signal.throwIfAborted();
      try {
        // A column that is left out needs no correction now but may be mapped again later.
        if (state.columns.includes(correction.column)) ({ state } = await correctImport(state, correction));
        applied.push(correction);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
      }
    }
    corrections.current.made = applied;
    return state === checked ? checked : checkImport(state._id, signal);
  }

  /** Checks the rows on the server again. */
  async function checkAgain(state: ImportState): Promise<void> {
    startedId.current = state._id;
    setStage({ at: 'checking' });
    try {
      setStage({ at: 'checked', state: await checkImport(state._id), problem: null });
    } catch (error) {
      setStage({ at: 'checked', state, problem: failureText(error) });
    }
  }

  /** Continues an import that was checked before. */
  async function goOn(state: ImportState): Promise<void> {
    if (state.status !== 'Checked') return checkAgain(state);
    startedId.current = state._id;
    setStage({ at: 'checked', state, problem: null });
  }

  /** Corrects cells and checks all rows again. Returns the number of corrected cells; null on failure. */
  async function correct(state: ImportState, correction: ImportCorrection): Promise<number | null> {
    let latest = state;
    try {
      const result = await correctImport(state, correction);
      latest = result.state;
      const checked = await checkImport(state._id);
      corrections.current.made.push(correction);
      setStage({ at: 'checked', state: checked, problem: null });
      return result.corrected;
    } catch (error) {
      const current = error instanceof ApiError && error.status === 412 ? await reloadRows(state) : null;
      setStage({ at: 'checked', state: current ?? latest, problem: failureText(error) });
      return null;
    }
  }

  const reloadRows = ({ _id, kind }: ImportState) =>
    queryClient.fetchQuery({ ...myImportsQuery(kind), staleTime: 0 }).then(
      ({ rows }) => rows.find((row) => row._id === _id) ?? null,
      () => null,
    );

  async function commit(state: ImportState): Promise<void> {
    setStage({ at: 'committing', state });
    try {
      const done = await commitImport(state._id);
      startedId.current = null;
      setStage({ at: 'done', state: done, problem: null });
      // An import can affect any data on screen.
      void queryClient.invalidateQueries();
    } catch (error) {
      setStage({ at: 'checked', state, problem: failureText(error) });
    }
  }

  async function undo(state: ImportState): Promise<void> {
    try {
      const undone = await undoImport(state._id);
      setStage({ at: 'done', state: undone, problem: null });
      void queryClient.invalidateQueries();
    } catch (error) {
      setStage({ at: 'done', state, problem: failureText(error) });
    }
  }

  return {
    stage,
    check,
    checkAgain,
    goOn,
    correct,
    commit,
    undo,
    cancel: () => running.current?.abort(),
    /** Returns to the mapping. The checked import remains until the file is checked again. */
    plan: () => setStage({ at: 'planning', problem: null }),
  };
}
