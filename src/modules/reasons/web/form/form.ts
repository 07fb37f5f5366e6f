import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const reasonsForm = defineForm('reasons', {
  sections: [
    {
      title: 'usedFor',
      fields: [
        'forPicking',
        'forReceiving',
        'forApproval',
        'forMoves',
        'forWaste',
        'forReturn',
        'forCount',
        'forCorrection',
        'forDifference',
      ],
    },
    { title: 'more', fields: ['returnsTo', 'requiresNote', 'aliases'] },
  ],
});
