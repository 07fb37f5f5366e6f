import type { toast as sonnerToast } from 'sonner';
import { createStore } from './store.ts';

interface ToastOptions {
  /** An undo button; the toast then stays at least six seconds, paused on hover and focus. */
  undo?: { label: string; run: () => void };
  description?: string;
  /** Toasts of one topic replace each other, and `withdrawToasts` removes them together. */
  topic?: string;
}

interface Say {
  (show: typeof sonnerToast): void;
  topic?: string;
}

/** Whether any toast was requested; the library loads with the first one. */
export const hasToasts = createStore(false);

/** Number of toasts shown; the toaster recomputes its position with each. */
export const toastCount = createStore(0);

let speaker: typeof sonnerToast | null = null;
let unsaid: Say[] = [];

/** Called by the toaster when it is mounted, and with null when it unmounts, which drops pending toasts. */
export function attachToaster(through: typeof sonnerToast | null): void {
  speaker = through;
  if (speaker) for (const show of unsaid) show(speaker);
  unsaid = [];
}

/** Shows a toast. */
export function toast(message: string, { undo, description, topic }: ToastOptions = {}): void {
  const show: Say = (say) =>
    say(message, {
      ...(topic ? { id: topic } : {}),
      ...(description ? { description } : {}),
      ...(undo ? { duration: 8000, action: { label: undo.label, onClick: undo.run } } : {}),
    });
  speak(topic ? Object.assign(show, { topic }) : show);
}

/** Removes the toasts of a topic, such as an undo that is no longer possible. */
export function withdrawToasts(topic: string): void {
  unsaid = unsaid.filter((show) => show.topic !== topic);
  speaker?.dismiss(topic);
}

/** Removes all toasts, before a dialog that they would cover. */
export function dismissToasts(): void {
  unsaid = [];
  speaker?.dismiss();
}

/** Shows an error toast where no screen can show it. */
export function toastError(message: string): void {
  speak((show) => show.error(message, { duration: 10_000 }));
}

function speak(show: Say): void {
  toastCount.set(toastCount.get() + 1);
  if (speaker) show(speaker);
  else {
    unsaid.push(show);
    hasToasts.set(true);
  }
}
