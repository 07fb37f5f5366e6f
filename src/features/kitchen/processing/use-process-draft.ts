import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditOrderInput, Order } from '#contract/orders.ts';
import { type OrderActions, orderKey, succeeded } from '#src/collections/orders/actions.ts';
import { currentOrder } from '#src/collections/orders/cache.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import {
  changesSince,
  type Draft,
  disputedIn,
  draftOf,
  editOf,
  fieldsOf,
  type Known,
  withDraft,
} from './process-draft.ts';

/** Typing is saved when it pauses this long. */
const pauseMs = 900;

/**
 * What is typed on an order in process: shown at once, saved by itself when typing pauses, and kept here when the
 * server refuses it. What is queued but not sent yet counts as typed, also after a reload.
 */
export function useProcessDraft(order: Order, actions: OrderActions) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>({});
  /** What of the draft is on its way already. */
  const [onItsWay, setOnItsWay] = useState<Draft>({});
  /** After a refusal nothing goes out by itself until the person has looked. */
  const [isHeld, setHeld] = useState(false);
  /** The lines of the last edit by position, for refusals that name them so. */
  const lastLines = useRef<string[]>([]);
  const queued = usePendingOn(orderKey(order._id)).map((entry) => draftOf(entry.body));
  const unsent = changesSince(draft, onItsWay);
  const [known, setKnown] = useState<Known>({});
  const disputed = disputedIn(order, draft, known);
  const hasUnsent = Object.keys(unsent).length > 0;

  /** Sends what is typed along with an action of its own. Rejects with the refusal, and keeps what was typed. */
  async function sendWith<T>(action: (edit: EditOrderInput) => Promise<T>): Promise<T> {
    const sending = unsent;
    const edit = editOf(sending);
    lastLines.current = (edit.items ?? []).map((line) => line.lineId ?? '');
    setHeld(false);
    setOnItsWay((known) => ({ ...known, ...sending }));
    try {
      const answer = await action(edit);
      setDraft((typed) => without(typed, sending));
      return answer;
    } catch (refusal) {
      const current = refusal instanceof ApiError ? currentOrder(refusal, order, queryClient) : null;
      // What others changed beside it comes in, and typing goes on being saved by itself.
      setHeld(current === null || disputedIn(current, draft, known).length > 0);
      throw refusal;
    } finally {
      setOnItsWay((known) => without(known, sending));
    }
  }

  const save = () =>
    disputed.length > 0
      ? Promise.resolve(false)
      : hasUnsent
        ? succeeded(sendWith((edit) => actions.autosave(order, edit)))
        : Promise.resolve(true);
  const isDisputed = disputed.length > 0;
  const saveNow = useEffectEvent(() => void save());

  useEffect(() => {
    if (!hasUnsent || isHeld || isDisputed) return;
    const timer = setTimeout(saveNow, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, hasUnsent, isHeld, isDisputed]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', saveNow);
    };
  }, []);

  const leave = useEffectEvent(() => {
    if (!isHeld) void save();
  });
  useEffect(() => () => leave(), []);

  return {
    /** The order with everything that is typed. */
    shown: [...queued, draft].reduce(withDraft, order),
    change(changes: Draft): void {
      setHeld(false);
      const shown = [...queued, draft].reduce(withDraft, order);
      const [now, seen] = [fieldsOf(order, changes), fieldsOf(shown, changes)];
      setKnown((before) => ({
        ...before,
        ...Object.fromEntries(
          Object.keys(changes).map((key) => {
            const isGoingOn = key in draft || key in onItsWay;
            return [key, [...(isGoingOn ? (before[key] ?? []) : [now[key]]), seen[key], changes[key]]];
          }),
        ),
      }));
      actions.forgetError();
      setDraft((typed) => ({ ...typed, ...changes }));
    },
    /** What is typed and not saved. */
    typed: draft,
    /** Fields that somebody else has changed as well: nothing is saved before they are chosen. */
    disputed,
    choose(keys: readonly string[], whose: 'theirs' | 'mine'): void {
      const now = fieldsOf(order, draft);
      setHeld(false);
      actions.forgetError();
      if (whose === 'mine')
        setKnown((before) => ({
          ...before,
          ...Object.fromEntries(keys.map((key) => [key, [...(before[key] ?? []), now[key]]])),
        }));
      else
        setDraft((typed) => Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(key))));
    },
    save,
    sendWith,
    hasUnsent,
    isHeld,
    /** The line that the n-th entry of the last edit was about. */
    lineAt: (position: number): string | null => lastLines.current[position] ?? null,
  };
}

export type ProcessDraft = ReturnType<typeof useProcessDraft>;

/** The draft without what has been saved, where it was not typed anew meanwhile. */
function without(draft: Draft, saved: Draft): Draft {
  return changesSince(draft, saved);
}
