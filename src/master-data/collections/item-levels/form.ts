import { isOwnBranch } from '#src/entities/reference/use-choices.ts';
import { defineForm } from '../../form/collection-form.ts';

export const itemLevelsForm = defineForm('item-levels', {
  choices: { branchId: isOwnBranch },
});
