import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const unitsForm = defineForm('units', {
  sections: [
    { title: 'size', fields: ['dimension', 'factorNum', 'factorDen'] },
    { title: 'figures', fields: ['decimals', 'wholeOnly'] },
  ],
});
