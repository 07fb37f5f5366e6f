import { useNavigate } from '@tanstack/react-router';
import type { ReportAddress } from './question.ts';

/** Asks the same report otherwise, in place: by the address, which keeps everything else. */
export function useAsk(): (change: ReportAddress) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: '.',
      search: ((before: ReportAddress) => ({ ...before, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
}
