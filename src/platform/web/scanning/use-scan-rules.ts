import type { ScanRules } from '#core/labels/find-goods.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useToday } from '#platform/web/use-today.ts';

/** Returns the settings for reading codes: the current date, and the label schemes of the shop's scales. */
export function useScanRules(): ScanRules {
  const { scaleLabels } = useUser();
  return { today: useToday(), scaleLabels };
}
