import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditOrderInput, Order } from '#contract/orders.ts';
import { number, record } from '#contract/tolerant.ts';
import { type OrderActions, orderKey, succeeded } from '#src/collections/orders/actions.ts';
import { currentOrder } from '#src/collections/orders/cache.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
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

/** What is typed on an order in process and is neither saved nor in the queue. */
interface LeftTyping {
  typed: Draft;
  known: Known;
  /** The server has refused it: it waits for the person. */
  isHeld: boolean;
  /** Epoch ms. */
  savedAt: number;
}

const nothingLeft: LeftTyping = { typed: {}, known: {}, isHeld: false, savedAt: 0 };

const typingDrafts = defineDraft<LeftTyping>({
  name: 'processing',
  empty: () => nothingLeft,
  isEmpty: ({ typed }) => Object.keys(typed).length === 0,
  read: (kept) => ({
    typed: Object.fromEntries(
      Object.entries(record(kept['typed'])).flatMap(([key, value]) =>
        value === null || typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [],
      ),
    ),
    known: Object.fromEntries(
      Object.entries(record(kept['known'])).flatMap(([key, seen]) =>
        Array.isArray(seen) ? [[key, seen]] : [],
      ),
    ),
    isHeld: kept['isHeld'] === true,
    savedAt: number(kept['savedAt']) ?? 0,
  }),
  limits: { atMost: 50, longestChars: 100_000, lifetimeMs: 7 * 24 * 60 * 60_000 },
});

/** What of it still says something else than the order does; lines that are gone took theirs along. */
function leftOn(order: Order, left: LeftTyping): LeftTyping {
  const now = fieldsOf(order, left.typed);
  const lines = new Set(order.items.map(({ lineId }) => lineId));
  const open = Object.entries(left.typed).filter(([key, value]) => {
    const [lineId = '', field] = key.split(' ');
    return now[key] !== value && (field === undefined || lines.has(lineId));
  });
  return { ...left, typed: Object.fromEntries(open) };
}

/**
 * What is typed on an order in process: shown at once, saved by itself when typing pauses, and kept here when the
 * server refuses it, also after a reload. What is queued but not sent yet counts as typed.
 */
export function useProcessDraft(order: Order, actions: OrderActions) {
  const queryClient = useQueryClient();
  const store = typingDrafts.open(useUser()._id, order._id);
  const [left] = useState(() => leftOn(order, store.get()));
  const [draft, setDraft] = useState(left.typed);
  /** What of the draft is on its way already. */
  const [onItsWay, setOnItsWay] = useState<Draft>({});
  /** After a refusal nothing goes out by itself until the person has looked. */
  const [isHeld, setHeld] = useState(left.isHeld && Object.keys(left.typed).length > 0);
  /** The lines of the last edit by position, for refusals that name them so. */
  const lastLines = useRef<string[]>([]);
  const queued = usePendingOn(orderKey(order._id)).map((entry) => draftOf(entry.body));
  const unsent = changesSince(draft, onItsWay);
  const [known, setKnown] = useState(left.known);
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

  const keepLeft = useEffectEvent(() =>
    store.set(hasUnsent ? { typed: unsent, known, isHeld, savedAt: Date.now() } : nothingLeft),
  );
  useEffect(() => keepLeft(), [draft, onItsWay, known, isHeld]);

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
