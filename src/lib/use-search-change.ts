import { useNavigate } from '@tanstack/react-router';

/** Asks this page otherwise, in place: by its address, which keeps everything that is not named; undefined takes something out. */
export function useSearchChange<Address extends object>(): (change: Address) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: '.',
      search: ((before: Address) => ({ ...before, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
}
