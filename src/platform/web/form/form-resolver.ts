import type { FieldError, FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { fieldMessages } from './field-messages.ts';
import { getIssueMessage } from './issue-message.ts';

/** Values of a form by field name. */
export type FormValues = Record<string, unknown>;

/** Validation of a form. */
export interface FormRules {
  /** Validates the values; its output is submitted. */
  schema: z.ZodType;
  /** Returns the kind of a field, for its error messages. */
  getKind?(field: string): string | undefined;
  /** Validates fields against each other; returns messages by field name. */
  check?(values: FormValues): Record<string, string> | null;
}

/**
 * Creates a react-hook-form resolver for a zod schema with localized messages. Errors inside a structured
 * value are attached to its field, by path in `types` (`0.weekday`); see `getNestedErrors`.
 */
export function formResolver({ schema, getKind, check }: FormRules): Resolver<FormValues> {
  return (values) => {
    const parsed = schema.safeParse(values);
    const t = getMessages(fieldMessages).issues;
    const errors = parsed.success
      ? Object.entries(check?.(values) ?? {})
      : parsed.error.issues.map((issue) => {
          const path = issue.path.map(String).join('.');
          return [
            path,
            getIssueMessage(
              issue,
              t,
              getKind?.(path.split('.')[0] ?? ''),
              getValueAtPath(values, issue.path),
            ),
          ] as const;
        });
    return errors.length === 0
      ? { values: parsed.data as FormValues, errors: {} }
      : { values: {}, errors: groupErrors(Object.fromEntries(errors)) };
  };
}

function getValueAtPath(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    values,
  );
}

/** Groups errors by field. The server and the schemas report them by path (`deliveryDays.0.weekday`). */
export function groupErrors(byPath: Readonly<Record<string, string>>): FieldErrors<FormValues> {
  const fields: Record<string, FieldError> = {};
  for (const [path, message] of Object.entries(byPath)) {
    const [field = '', ...nestedPath] = path.split('.');
    const existing = fields[field];
    const types =
      nestedPath.length > 0 ? { ...existing?.types, [nestedPath.join('.')]: message } : existing?.types;
    fields[field] = {
      type: 'invalid',
      message: nestedPath.length === 0 ? message : (existing?.message ?? message),
      ...(types ? { types } : {}),
    };
  }
  return fields;
}

/** Returns the errors inside a structured value, by path below its field. */
export function getNestedErrors(error: { types?: unknown } | undefined): Readonly<Record<string, string>> {
  return (error?.types ?? {}) as Record<string, string>;
}
