import { z } from 'zod';
import { commonFields, id, listQuery } from './common.ts';
import { text } from './numbers.ts';
import { pagePath, permissions } from './users.ts';

/** The roles of SPEC section 6: they are always there. */
export const builtInRoles = ['custom_role_sk', 'custom_role_ck', 'admin', 'master_admin'] as const;

/** A role: a name for a job and the rights that a new user with it starts from. */
export const role = z.object({
  ...commonFields,
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  permissions,
  allowedPages: z.array(z.string()),
  /** What people with this role make of items, packs and prices waits until somebody else has looked at it. */
  asksReview: z.boolean(),
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
  asksReview: z.boolean().default(false),
});

/** A change of a role: what is not sent stays as it is. The key is for good. */
export const roleChange = z.strictObject({
  ...z
    .object({
      label,
      description: text(500),
      permissions,
      allowedPages: z.array(pagePath).max(200),
      asksReview: z.boolean(),
      isActive: z.boolean(),
    })
    .partial().shape,
});

export const roleQuery = z.object(listQuery);

/** Gives users of a role its flags and pages: each as the caller saw them, all or none. */
export const roleApplication = z.strictObject({
  users: z
    .array(z.strictObject({ _id: id, version: z.int().positive() }))
    .min(1, 'Choose at least one person')
    .max(2000, 'At most 2,000 users at once'),
});

/** How many users really changed; the others held the same already. */
export const roleApplied = z.object({ changed: z.number() });
