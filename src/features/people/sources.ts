import type { ResourceSource } from '#src/collections/master-data/resources.ts';

export const usersSource: ResourceSource = { collection: 'users', path: '/users' };
export const rolesSource: ResourceSource = { collection: 'roles', path: '/roles' };
