import { isOwnBranch } from '#modules/master-data/web/references/use-choices.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const itemLevelsForm = defineForm('item-levels', {
  choices: { branchId: isOwnBranch },
});
