import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PickInput } from '../../input.ts';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { claimLinesAction, pickLinesAction, readQueuedPicks, invalidatePicking } from '../queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { toast } from '#platform/web/toast.ts';
import { pickMessages } from './messages.ts';
import { type PendingPicks, type PickListRow, buildUndoPicks } from './pick-rows.ts';

/** Returns the picks queued on this device by line, the latest for each. */
export function usePendingPicks(): PendingPicks {
  const queued = useOutbox().filter(
    ({ kind, state }) => kind === pickLinesAction.kind && (state === 'queued' || state === 'sending'),
  );
  return new Map(queued.flatMap(({ body }) => readQueuedPicks(body)).map((pick) => [pick.lineId, pick]));
}

export interface PickingActions {
  /** Picks lines of a row; `notice` is shown as a toast with undo. */
  pick(row: PickListRow, picks: readonly PickInput[], notice?: string): void;
  claim(row: Pick<PickListRow, 'lines'>, action: 'take' | 'takeOver' | 'release'): void;
  /** The last rejected pick or claim, with its item id. */
  refusal: { key: string; error: ApiError } | null;
}

/**
 * Picker actions. They go through the outbox, so that they survive a lost connection and are sent in order for
 * each item.
 */
export function usePicking(kitchen: string): PickingActions {
  const t = useMessages(pickMessages);
  const queryClient = useQueryClient();
  const picks = useOutboxMutation(pickLinesAction);
  const claims = useOutboxMutation(claimLinesAction);
  const [refusal, setRefusal] = useState<PickingActions['refusal']>(null);
  // Ignores double clicks.
  const activeSends = useRef(new Set<string>());

  async function send(
    row: PickListRow,
    inputs: readonly PickInput[],
    notice: string | undefined,
    takeOver: boolean,
  ) {
    const { itemId, itemName } = row.item;
    const item = { itemId, itemName };
    const pick = JSON.stringify([inputs, takeOver]);
    if (activeSends.current.has(pick)) return;
    activeSends.current.add(pick);
    setRefusal(null);
    try {
      await picks.send({ kitchen, item, picks: inputs, takeOver });
      const canUndo = inputs.every(({ substitute }) => substitute === undefined);
      if (notice !== undefined)
        toast(notice, {
          // One toast at a time, because several would cover the next line.
          topic: 'picks',
          ...(canUndo && {
            undo: {
              label: t.notices.undo,
              run: () => void send(row, buildUndoPicks(inputs), undefined, false),
            },
          }),
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      invalidatePicking(queryClient);
      const isClaimed =
        error.code === 'IN_USE' && readText(readRecord(error.details['claim'])['userId']) !== null;
      if (isClaimed && !takeOver)
        toast(getErrorMessage(error), {
          undo: { label: t.claim.pickAnyway, run: () => void send(row, inputs, notice, true) },
        });
      setRefusal({ key: itemId, error });
    } finally {
      activeSends.current.delete(pick);
    }
  }

  return {
    refusal,
    pick: (row, inputs, notice) => {
      if (inputs.length > 0) void send(row, inputs, notice, false);
    },
    claim(row, action) {
      const claimableLines = row.lines.filter(({ state, line, isMine }) =>
        action === 'release' ? isMine : line.substituteFor === null && state !== 'done' && state !== 'short',
      );
      const lines = claimableLines.map(({ line }) => line.lineId).toSorted();
      if (lines.length === 0) return;
      setRefusal(null);
      claims
        .send({ kitchen, claims: { lines: lines.slice(0, 2000), action } })
        .then(({ claimedByOthers: claimedCount }) =>
          claimedCount > 0 ? toast(t.claim.held(claimedCount)) : undefined,
        )
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          invalidatePicking(queryClient);
          toast(getErrorMessage(error));
        });
    },
  };
}
