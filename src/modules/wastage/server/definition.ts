import { canAttachToWastage, acceptsWastagePhotos } from '#modules/documents/attachable.ts';
import { currentNames } from '#modules/documents/server/current-names.ts';
import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { wastageLifecycle } from '../lifecycle.ts';
import { wastageList } from '../list.ts';
import { wastageFields } from '../shapes.ts';

/** Waste records in the database. */
export const wastageDocument = defineDocument<
  { branch: string },
  DocumentHeader & { branch: string; userId: string }
>({
  type: 'wastage',
  collection: 'wastage',
  table: 'wastage',
  number: 'number',
  series: 'WST',
  lifecycle: wastageLifecycle,
  fields: wastageFields,
  list: {
    spec: wastageList,
    joins: [
      ['branches', 'branch'],
      ['items', 'item'],
    ],
    names: currentNames,
    search: { numbers: ['wastage.number'], words: ['items.search'] },
  },
  searchColumns: { numbers: ['number'], words: ['itemName', 'note'], day: 'businessDay' },
  reasons: [['wastage', 'reason']],
  photos: {
    flag: 'anyWrite',
    acceptsPhotos: acceptsWastagePhotos,
    canAttach: canAttachToWastage,
  },
});
