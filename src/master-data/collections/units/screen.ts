import { defineScreen } from '../../collection-screen.ts';

export const unitsScreen = defineScreen('units', {
  page: { to: '/units' },
  form: [
    { title: 'size', fields: ['dimension', 'factorNum', 'factorDen'] },
    { title: 'figures', fields: ['decimals', 'wholeOnly'] },
  ],
});
