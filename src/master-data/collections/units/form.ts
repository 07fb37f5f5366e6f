import { defineForm } from '../../form/collection-form.ts';

export const unitsForm = defineForm('units', {
  parts: [
    { title: 'size', fields: ['dimension', 'factorNum', 'factorDen'] },
    { title: 'figures', fields: ['decimals', 'wholeOnly'] },
  ],
});
