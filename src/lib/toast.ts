import type { toast as sonnerToast } from 'sonner';
import { createStore } from './store.ts';

interface ToastOptions {
  /** A second chance: shown as a button, at least six seconds, paused on hover and focus. */
  undo?: { label: string; run: () => void };
  description?: string;
  /** Toasts of one topic replace one another, and are withdrawn together by `withdrawToasts`. */
  topic?: string;
}

interface Say {
  (say: typeof sonnerToast): void;
  topic?: string;
}

/** Whether there has been anything to say: the library loads with the first toast. */
export const hasToasts = createStore(false);

/** How many toasts were shown: with each of them what floats on the page looks for its place again. */
export const toastCount = createStore(0);

let speaker: typeof sonnerToast | null = null;
let unsaid: Say[] = [];

/** Called by the place where toasts appear when it is there, and with null when it goes: the unsaid goes with it. */
export function attachToaster(through: typeof sonnerToast | null): void {
  speaker = through;
  if (speaker) for (const say of unsaid) say(speaker);
  unsaid = [];
}

/** Says something in passing. */
export function toast(message: string, { undo, description, topic }: ToastOptions = {}): void {
  const show: Say = (say) =>
    say(message, {
      ...(topic ? { id: topic } : {}),
      ...(description ? { description } : {}),
      ...(undo ? { duration: 8000, action: { label: undo.label, onClick: undo.run } } : {}),
    });
  speak(topic ? Object.assign(show, { topic }) : show);
}

/** Takes away the toasts of a topic, such as an undo of what has been submitted since. */
export function withdrawToasts(topic: string): void {
  unsaid = unsaid.filter((say) => say.topic !== topic);
  speaker?.dismiss(topic);
}

/** Takes away what was said in passing, before a question that it would cover. */
export function dismissToasts(): void {
  unsaid = [];
  speaker?.dismiss();
}

/** Says that something went wrong where no screen is there to say it. */
export function toastError(message: string): void {
  speak((say) => say.error(message, { duration: 10_000 }));
}

function speak(say: Say): void {
  toastCount.set(toastCount.get() + 1);
  if (speaker) say(speaker);
  else {
    unsaid.push(say);
    hasToasts.set(true);
  }
}
