import { z } from 'zod';
import { commonFields, id, listQuery, name, queryFlag } from '#platform/shapes/common.ts';
import { text } from '#platform/shapes/numbers.ts';

export const permissions = z.strictObject({
  canCreate: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canView: z.boolean(),
});

/** Lowercased, so that two accounts can't differ only in case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, 'At most 200 characters')
  .pipe(z.email('Enter an email address'));

/** At least 8 characters; the server also rejects common passwords. */
export const newPassword = z.string().min(8, 'At least 8 characters').max(200, 'At most 200 characters');

/** A page path with or without leading slash, or `*` for all. */
export const pagePath = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w\-/*.]+$/, 'This page doesn’t exist');

const ids = z.array(id).max(500);

/** A user and their permissions. Never contains a password. */
export const user = z.object({
  ...commonFields,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** The role's label, or its key if the role doesn't exist. */
  roleLabel: z.string(),
  isMasterAdmin: z.boolean(),
  permissions,
  allowedPages: z.array(z.string()),
  roleDescription: z.string().nullable(),
  branches: z.array(z.string()),
  kitchens: z.array(z.string()),
  lastLogin: z.string().nullable(),
});
export type User = z.output<typeof user>;

/** Response of sign-in and registration: user fields and the token in one object. */
export const signedIn = user
  .omit({ createdAt: true, updatedAt: true, version: true, isActive: true, lastLogin: true })
  .extend({
    token: z.string(),
    /** The password was set by another user; all other requests return 403 until it is changed. */
    mustChangePassword: z.boolean(),
    /** ISO code of the base currency; null if not set. */
    baseCurrency: z.string().nullable(),
    /** Layouts of the barcodes that the scales of the business print. */
    scaleLabels: z.array(z.string()),
    /** When business days end at the user's locations; empty if at midnight or at different times. */
    dayEnds: z.array(z.object({ from: z.string().nullable(), at: z.string() })),
  });
export type SignedIn = z.output<typeof signedIn>;

export const profile = signedIn.omit({ token: true });
export type Profile = z.output<typeof profile>;

/** The user's own profile, with its version for changes. */
export const ownProfile = profile.extend({ version: z.number() });

export const loginInput = z.strictObject({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'An email address is required')
    .max(200, 'At most 200 characters'),
  password: z.string().min(1, 'Enter a password').max(200, 'At most 200 characters'),
});

const rights = {
  role: z.string().trim().min(1).max(60),
  isMasterAdmin: z.boolean(),
  permissions,
  allowedPages: z.array(pagePath).max(200),
  roleDescription: text(500),
  branches: ids,
  kitchens: ids,
};

/** A new user. Omitted permissions come from the role. */
export const userInput = z.strictObject({
  name,
  email,
  password: newPassword,
  ...z.object(rights).partial().shape,
});
export type UserInput = z.output<typeof userInput>;

/** `POST /users/register`: the first administrator with the setup token, or a new user. */
export const registerInput = userInput.extend({ setupToken: z.string().max(100).optional() });

/** A change to a user; omitted fields stay unchanged. */
export const userChange = z.strictObject({
  ...z.object({ name, email, password: newPassword, ...rights, isActive: z.boolean() }).partial().shape,
});
export type UserChange = z.output<typeof userChange>;

/** Permissions to replace; omitted fields stay unchanged. */
export const rightsChange = z.strictObject({
  ...z.object(rights).omit({ roleDescription: true }).partial().shape,
});
export type RightsChange = z.output<typeof rightsChange>;

/** A change to the user's own profile: only the name; everything else is changed by user managers. */
export const ownChange = z.strictObject({ name });
export type OwnChange = z.output<typeof ownChange>;

/** A change of the user's own password. */
export const passwordChange = z.strictObject({ currentPassword: z.string().max(200), newPassword });
export type PasswordChange = z.output<typeof passwordChange>;

export const userQueryParams = z.object({
  ...listQuery,
  role: z.string().max(60).optional(),
  isMasterAdmin: queryFlag.optional(),
});

/** The session to end; all of the user's sessions if omitted. */
export const sessionQueryParams = z.object({ session: id.optional() });
