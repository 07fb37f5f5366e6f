import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportInput, ImportState } from '#contract/imports/wire.ts';
import {
  beginImport,
  checkImport,
  commitImport,
  dropImport,
  sendRows,
  undoImport,
} from '#src/collections/imports.ts';
import type { FileTable } from '#src/lib/spreadsheet/table.ts';
import type { Mapping } from './guess-mapping.ts';
import { piecesOf } from './plan.ts';
import { failureText } from './reason-text.ts';

/** How far an import has come on the server. */
export type Stage =
  | { at: 'planning'; problem: string | null }
  | { at: 'sending'; done: number; total: number; unreadable: number }
  | { at: 'checking' }
  | { at: 'checked'; state: ImportState; problem: string | null }
  | { at: 'committing'; state: ImportState }
  | { at: 'done'; state: ImportState; problem: string | null };

/** Takes a file through the server: its rows are sent, checked as a whole, committed at once, and taken back. */
export function useImport() {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'planning', problem: null });
  const running = useRef<AbortController | null>(null);
  const begun = useRef<string | null>(null);

  /** What the server has of an import that nobody goes on with. */
  function forget(): void {
    const id = begun.current;
    begun.current = null;
    // The server forgets it by itself, too, only later.
    if (id !== null) void dropImport(id).catch(() => undefined);
  }

  useEffect(
    () => () => {
      running.current?.abort();
      const id = begun.current;
      if (id !== null) void dropImport(id).catch(() => undefined);
    },
    [],
  );

  async function check(input: ImportInput, table: FileTable, mapping: Mapping): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const total = table.rows.length;
    setStage({ at: 'sending', done: 0, total, unreadable: 0 });
    try {
      forget();
      const { _id } = await beginImport(input);
      begun.current = _id;
      let done = 0;
      let unreadable = 0;
      for (const piece of piecesOf(table, mapping)) {
        controller.signal.throwIfAborted();
        unreadable += await sendRows(_id, piece, controller.signal);
        done += piece.length;
        setStage({ at: 'sending', done, total, unreadable });
      }
      controller.signal.throwIfAborted();
      setStage({ at: 'checking' });
      const state = await checkImport(_id, controller.signal);
      setStage({ at: 'checked', state, problem: null });
    } catch (error) {
      forget();
      setStage({ at: 'planning', problem: controller.signal.aborted ? null : failureText(error) });
      if (controller.signal.aborted) throw error;
    } finally {
      running.current = null;
    }
  }

  async function commit(state: ImportState): Promise<void> {
    setStage({ at: 'committing', state });
    try {
      const done = await commitImport(state._id);
      begun.current = null;
      setStage({ at: 'done', state: done, problem: null });
      // An import may touch anything that is on screen somewhere.
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
    commit,
    undo,
    cancel: () => running.current?.abort(),
    /** Back to what the columns are. */
    plan() {
      forget();
      setStage({ at: 'planning', problem: null });
    },
  };
}
