import { useRouterState } from '@tanstack/react-router';

/** A hairline under the top bar while a page takes longer than 300 ms to come. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? (
    <div aria-hidden="true" className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-progress bg-primary opacity-0" />
    </div>
  ) : null;
}
