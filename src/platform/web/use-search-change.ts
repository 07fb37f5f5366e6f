import { useNavigate } from '@tanstack/react-router';

/**
 * Returns a function that changes search parameters of the current page. Other parameters are kept; undefined removes a
 * parameter.
 */
export function useSearchChange<Address extends object>(): (change: Address) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: '.',
      search: ((current: Address) => ({ ...current, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
}
