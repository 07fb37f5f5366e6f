/** What comes with the first open user or role: forms, actions, sessions, and what somebody will see. */
export { AccessPreview } from './access/access-preview.tsx';
export { RoleActions } from './roles/role-actions.tsx';
export { RoleApply } from './roles/role-apply.tsx';
export { RoleForm } from './roles/role-form.tsx';
export { UserSessions } from './users/user-sessions.tsx';
export { UserActions } from './users/user-actions.tsx';
export { UserForm } from './users/user-form.tsx';
