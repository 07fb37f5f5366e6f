import {
  type DocumentKind,
  documentKind,
  type OfferedTransition,
} from '#platform/documents/web/document-kind.ts';
import { checkLifecycle } from '../lifecycle.ts';
import type { SafetyCheckSummary } from '../shapes.ts';
import { checkMessages } from './messages.ts';

/** Food safety checks as a document kind, with their transitions. */
export const checkKind: DocumentKind<SafetyCheckSummary, OfferedTransition> = documentKind({
  collection: 'safety-checks',
  lifecycle: checkLifecycle,
  primary: ['verify'],
  requiresConfirmation: ['void'],
  destructive: ['void'],
  reasonUses: { void: 'forCorrection' },
  labels: checkMessages,
});
