import type { ResourceSource } from '#src/collections/resources.ts';

export const usersSource: ResourceSource = { collection: 'users', path: '/users' };
export const rolesSource: ResourceSource = { collection: 'roles', path: '/roles' };
