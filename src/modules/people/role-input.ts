import { z } from 'zod';
import { commonFields, id, listQuery } from '#platform/shapes/common.ts';
import { text } from '#platform/shapes/numbers.ts';
import { pagePath, permissions } from './user-input.ts';

/** The built-in roles of SPEC section 6. */
export const builtInRoles = ['custom_role_sk', 'custom_role_ck', 'admin', 'master_admin'] as const;

/** A role: a job title with the default rights of its users. */
export const role = z.object({
  ...commonFields,
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  permissions,
  allowedPages: z.array(z.string()),
  /** Whether changes by users with this role to items, packs and prices need approval. */
  requiresReview: z.boolean(),
  isBuiltIn: z.boolean(),
});
export type RoleRecord = z.output<typeof role>;

const label = z.string().trim().min(1, 'Enter a label').max(80, 'At most 80 characters');

export const roleInput = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,59}$/, 'Use lowercase letters, digits and _, starting with a letter'),
  label,
  description: text(500).optional(),
  permissions,
  allowedPages: z.array(pagePath).max(200),
  requiresReview: z.boolean().default(false),
});

/** A change to a role: omitted fields stay unchanged. The key can't be changed. */
export const roleChange = z.strictObject({
  ...z
    .object({
      label,
      description: text(500),
      permissions,
      allowedPages: z.array(pagePath).max(200),
      requiresReview: z.boolean(),
      isActive: z.boolean(),
    })
    .partial().shape,
});

export const roleQueryParams = z.object(listQuery);

/** Applies a role's flags and pages to users, each with the version that the caller read; all or none. */
export const roleApplication = z.strictObject({
  users: z
    .array(z.strictObject({ _id: id, version: z.int().positive() }))
    .min(1, 'Choose at least one person')
    .max(2000, 'At most 2,000 users at once'),
});
