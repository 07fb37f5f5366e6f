import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { parameterMessages } from '#platform/web/refusals/parameter-messages.ts';

/** Returns the localized names of the statuses that occur in refusals. */
export const getStatusNames = (): Readonly<Record<string, string>> => ({
  ...getMessages(parameterMessages).statuses,
  ...getMessages(statusMessages).statuses,
});
