import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PickInput } from '../../input.ts';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { claimLinesAction, pickLinesAction, readQueuedPicks, invalidatePicking } from '../queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { toast } from '#platform/web/toast.ts';
import { pickMessages } from './messages.ts';
import { type PendingPicks, type PickListRow, undoPicks } from './pick-rows.ts';

/** Returns the picks queued on this device by line; the latest one counts. */
export function usePendingPicks(): PendingPicks {
  const queued = useOutbox().filter(
    ({ kind, state }) => kind === pickLinesAction.kind && (state === 'queued' || state === 'sending'),
  );
  return new Map(queued.flatMap(({ body }) => readQueuedPicks(body)).map((pick) => [pick.lineId, pick]));
}

export interface PickingActions {
  /** Picks lines of a row; `notice` is shown as a toast with undo. */
  pick(row: PickListRow, picks: readonly PickInput[], notice?: string): void;
  take(row: Pick<PickListRow, 'lines'>, what: 'take' | 'takeOver' | 'release'): void;
  /** Last refused pick or claim, by item ID. */
  refused: { key: string; error: ApiError } | null;
}

/**
 * Actions of pickers. They go through the outbox, so that they survive a lost connection and stay in order
 * per item.
 */
export function usePicking(kitchen: string): PickingActions {
  const t = useMessages(pickMessages);
  const queryClient = useQueryClient();
  const picks = useOutboxMutation(pickLinesAction);
  const claims = useOutboxMutation(claimLinesAction);
  const [refused, setRefused] = useState<PickingActions['refused']>(null);
  // Deduplicates double clicks.
  const underWay = useRef(new Set<string>());

  async function send(
    row: PickListRow,
    inputs: readonly PickInput[],
    notice: string | undefined,
    takeOver: boolean,
  ) {
    const { itemId, itemName } = row.item;
    const item = { itemId, itemName };
    const pick = JSON.stringify([inputs, takeOver]);
    if (underWay.current.has(pick)) return;
    underWay.current.add(pick);
    setRefused(null);
    try {
      await picks.send({ kitchen, item, picks: inputs, takeOver });
      const isPlain = inputs.every(({ substitute }) => substitute === undefined);
      if (notice !== undefined)
        toast(notice, {
          // One toast at a time, because several would cover the next line.
          topic: 'picks',
          ...(isPlain && {
            undo: {
              label: t.said.undo,
              run: () => void send(row, undoPicks(inputs), undefined, false),
            },
          }),
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      invalidatePicking(queryClient);
      const isHeld = error.code === 'IN_USE' && readText(readRecord(error.details['claim'])['by']) !== null;
      if (isHeld && !takeOver)
        toast(errorMessage(error), {
          undo: { label: t.claim.pickAnyway, run: () => void send(row, inputs, notice, true) },
        });
      setRefused({ key: itemId, error });
    } finally {
      underWay.current.delete(pick);
    }
  }

  return {
    refused,
    pick: (row, inputs, notice) => {
      if (inputs.length > 0) void send(row, inputs, notice, false);
    },
    take(row, what) {
      const open = row.lines.filter(({ state, line, isMine }) =>
        what === 'release' ? isMine : line.substituteFor === null && state !== 'done' && state !== 'short',
      );
      const lines = open.map(({ line }) => line.lineId).toSorted();
      if (lines.length === 0) return;
      setRefused(null);
      claims
        .send({ kitchen, claims: { lines: lines.slice(0, 2000), do: what } })
        .then(({ held: heldCount }) => (heldCount > 0 ? toast(t.claim.held(heldCount)) : undefined))
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          invalidatePicking(queryClient);
          toast(errorMessage(error));
        });
    },
  };
}
