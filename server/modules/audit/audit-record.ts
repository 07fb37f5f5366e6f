import type { Selectable } from 'kysely';
import type { AuditRow } from '../../db/tables.ts';

/** An audit row as stored. */
export type AuditRecord = Selectable<AuditRow>;
