import { integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** Photos of any document, with their files where pictures keep theirs. `lineId` is empty for the document as a whole. */
export async function up(db: MigrationDb): Promise<void> {
  const table = db.schema
    .createTable('attachments')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull()) as never;
  const described = optionalTexts(
    texts(
      table,
      'docType',
      'docId',
      'lineId',
      'createdAt',
      'createdByName',
      'type',
      'hash',
      'fileId',
      'thumbId',
    ),
    'createdBy',
  );
  await integers(described, 'size', 'width', 'height').execute();
  // A photo that is sent again is the one that is there, however many send it at the same moment.
  await db.schema
    .createIndex('attachments_once')
    .unique()
    .on('attachments')
    .columns(['docType', 'docId', 'lineId', 'hash'])
    .execute();
}
