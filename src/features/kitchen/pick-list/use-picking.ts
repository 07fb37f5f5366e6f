import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PickInput } from '#contract/picking.ts';
import { readRecord, readText } from '#contract/tolerant.ts';
import {
  claimLines,
  pickLines,
  readQueuedPicks,
  invalidatePicking,
} from '#src/collections/orders/picking.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { errorMessage } from '#src/lib/api/localize-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutbox } from '#src/lib/outbox/entries.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { toast } from '#src/lib/toast.ts';
import { pickMessages } from './messages.ts';
import { type PendingPicks, type PickListRow, undoPicks } from './pick-rows.ts';

/** What waits on this device to be sent, by line: what was entered last counts. */
export function usePendingPicks(): PendingPicks {
  const waiting = useOutbox().filter(
    ({ kind, state }) => kind === pickLines.kind && (state === 'queued' || state === 'sending'),
  );
  return new Map(waiting.flatMap(({ body }) => readQueuedPicks(body)).map((pick) => [pick.lineId, pick]));
}

export interface PickingActions {
  /** Enters picks of a row; `said` is told in passing, with a way back. */
  pick(row: PickListRow, picks: readonly PickInput[], said?: string): void;
  take(row: Pick<PickListRow, 'lines'>, what: 'take' | 'takeOver' | 'release'): void;
  /** Why the last pick or claim was refused, by item; `section` of a section that was taken. */
  refused: { key: string; error: ApiError } | null;
}

/** What pickers do on the list: through the outbox, so that it survives a lost connection, and in order for each item. */
export function usePicking(kitchen: string): PickingActions {
  const t = useMessages(pickMessages);
  const queryClient = useQueryClient();
  const picks = useOutboxMutation(pickLines);
  const claims = useOutboxMutation(claimLines);
  const [refused, setRefused] = useState<PickingActions['refused']>(null);
  // A double click is one pick, and is told once.
  const underWay = useRef(new Set<string>());

  async function send(
    row: PickListRow,
    own: readonly PickInput[],
    said: string | undefined,
    takeOver: boolean,
  ) {
    const { itemId, itemName } = row.item;
    const item = { itemId, itemName };
    const pick = JSON.stringify([own, takeOver]);
    if (underWay.current.has(pick)) return;
    underWay.current.add(pick);
    setRefused(null);
    try {
      await picks.send({ kitchen, item, picks: own, takeOver });
      const isPlain = own.every(({ substitute }) => substitute === undefined);
      if (said !== undefined)
        toast(said, {
          // One at a time: several would pile up over the next line.
          topic: 'picks',
          ...(isPlain && {
            undo: {
              label: t.said.undo,
              run: () => void send(row, undoPicks(own), undefined, false),
            },
          }),
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      invalidatePicking(queryClient);
      const isHeld = error.code === 'IN_USE' && readText(readRecord(error.details['claim'])['by']) !== null;
      if (isHeld && !takeOver)
        toast(errorMessage(error), {
          undo: { label: t.claim.pickAnyway, run: () => void send(row, own, said, true) },
        });
      setRefused({ key: itemId, error });
    } finally {
      underWay.current.delete(pick);
    }
  }

  return {
    refused,
    pick: (row, own, said) => {
      if (own.length > 0) void send(row, own, said, false);
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
        .then(({ held }) => (held > 0 ? toast(t.claim.held(held)) : undefined))
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          invalidatePicking(queryClient);
          toast(errorMessage(error));
        });
    },
  };
}
