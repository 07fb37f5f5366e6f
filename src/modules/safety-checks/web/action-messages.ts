import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on food safety checks. Loaded with the actions. */
export const checkActionMessages = defineMessages('modules/safety-checks/web/action-messages', {
  record: (point: string) => `Food safety check: ${point}`,
  edit: (number: string) => `Edit ${number}`,
  verify: (number: string) => `Verify ${number}`,
  void: (number: string) => `Void ${number}`,
});
