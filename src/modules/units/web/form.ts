import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const unitsForm = defineForm('units', {
  sections: [
    { title: 'conversion', fields: ['dimension', 'factorNum', 'factorDen'] },
    { title: 'rounding', fields: ['decimals', 'wholeOnly'] },
  ],
});
