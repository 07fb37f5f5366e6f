interface ToastOptions {
  /** A second chance: shown as a button, at least six seconds, paused on hover and focus. */
  undo?: { label: string; run: () => void };
  description?: string;
}

/** Says something in passing. Loads the toast library on first use. */
export function toast(message: string, { undo, description }: ToastOptions = {}): void {
  void import('sonner').then((sonner) =>
    sonner.toast(message, {
      ...(description ? { description } : {}),
      ...(undo ? { duration: 8000, action: { label: undo.label, onClick: undo.run } } : {}),
    }),
  );
}

/** Takes away what was said in passing, before a question that it would cover. */
export function dismissToasts(): void {
  void import('sonner').then((sonner) => sonner.toast.dismiss());
}

/** Says that something went wrong where no screen is there to say it. */
export function toastError(message: string): void {
  void import('sonner').then((sonner) => sonner.toast.error(message, { duration: 10_000 }));
}
