import type { Route } from '#platform/server/http/route.ts';
import { purchaseMailRoutes } from './purchase-routes.ts';
import { mailScheduleRoutes } from './schedule-routes.ts';
import { mailSettingsRoutes } from './settings-routes.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

export const mailRoutes: readonly Route[] = [
  ...mailSettingsRoutes,
  ...mailScheduleRoutes,
  ...unsubscribeRoutes,
  ...purchaseMailRoutes,
];
