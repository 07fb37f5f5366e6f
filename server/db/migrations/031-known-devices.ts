import { type MigrationDb, texts } from './columns.ts';

/** Devices that somebody has signed in on: by the hash of a token that only the device holds. */
export async function up(db: MigrationDb): Promise<void> {
  await texts(db.schema.createTable('knownDevices'), 'userId', 'deviceHash', 'at')
    .addPrimaryKeyConstraint('knownDevices_pk', ['userId', 'deviceHash'] as never)
    .execute();
}
