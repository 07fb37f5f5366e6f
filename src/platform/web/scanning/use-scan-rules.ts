import type { ScanRules } from '#core/labels/find-goods.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useToday } from '#platform/web/use-today.ts';

/** Returns what reading a code depends on: the date, and the labels of the shop's scales. */
export function useScanRules(): ScanRules {
  const { scaleLabels } = useUser();
  return { today: useToday(), scaleLabels };
}
