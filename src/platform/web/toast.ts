import type { toast as sonnerToast } from 'sonner';
import { createStore } from './store.ts';

interface ToastOptions {
  /** An undo button; the toast then stays for eight seconds, paused on hover and focus. */
  undo?: { label: string; run: () => void };
  description?: string;
  /** A toast replaces an earlier one with the same topic; `withdrawToasts` removes it. */
  topic?: string;
}

interface ToastCall {
  (sonner: typeof sonnerToast): void;
  topic?: string;
}

/** Whether any toast was requested; the library loads with the first one. */
export const hasToasts = createStore(false);

/** Number of toasts shown; the toaster recomputes its position when it changes. */
export const toastCount = createStore(0);

let mountedToast: typeof sonnerToast | null = null;
let pendingCalls: ToastCall[] = [];

/** Called by the toaster when it mounts, and with null when it unmounts. Unmounting drops pending toasts. */
export function attachToaster(sonner: typeof sonnerToast | null): void {
  mountedToast = sonner;
  if (mountedToast) for (const call of pendingCalls) call(mountedToast);
  pendingCalls = [];
}

/** Shows a toast. */
export function toast(message: string, { undo, description, topic }: ToastOptions = {}): void {
  const call: ToastCall = (sonner) =>
    sonner(message, {
      ...(topic ? { id: topic } : {}),
      ...(description ? { description } : {}),
      ...(undo ? { duration: 8000, action: { label: undo.label, onClick: undo.run } } : {}),
    });
  showOrQueue(topic ? Object.assign(call, { topic }) : call);
}

/** Removes the toasts of a topic, such as an undo that is no longer possible. */
export function withdrawToasts(topic: string): void {
  pendingCalls = pendingCalls.filter((call) => call.topic !== topic);
  mountedToast?.dismiss(topic);
}

/** Removes all toasts, before a dialog that they would cover. */
export function dismissToasts(): void {
  pendingCalls = [];
  mountedToast?.dismiss();
}

/** Shows an error toast, for errors that no screen can show. */
export function toastError(message: string): void {
  showOrQueue((sonner) => sonner.error(message, { duration: 10_000 }));
}

function showOrQueue(call: ToastCall): void {
  toastCount.set(toastCount.get() + 1);
  if (mountedToast) call(mountedToast);
  else {
    pendingCalls.push(call);
    hasToasts.set(true);
  }
}
