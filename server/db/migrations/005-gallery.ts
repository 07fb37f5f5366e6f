import { dialectOf, integers, type MigrationDb, master, optionalTexts, texts } from './columns.ts';

/** Pictures and their bytes. A file is one row, so that it comes and goes with what it belongs to. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', dialectOf(db) === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
    .execute();

  const described = optionalTexts(master(db, 'gallery'), 'alt', 'altAlt', 'createdBy', 'createdByName');
  await integers(
    texts(described, 'tags', 'type', 'hash', 'fileId', 'thumbId'),
    'size',
    'width',
    'height',
  ).execute();
  // The same picture is kept once, however many upload it at the same moment.
  await db.schema.createIndex('gallery_hash').unique().on('gallery').column('hash').execute();
  await db.schema.createIndex('gallery_createdAt').on('gallery').columns(['createdAt', '_id']).execute();

  // Who shows a picture is asked for every picture of a page.
  await db.schema.createIndex('items_image').on('items').column('image').execute();
  await db.schema.createIndex('brands_logo').on('brands').column('logo').execute();
}
