/** What comes with the first open user or role: forms, actions, sessions, and what somebody will see. */
export { AccessPreview } from './access-preview.tsx';
export { RoleActions } from './role-actions.tsx';
export { RoleApply } from './role-apply.tsx';
export { RoleForm } from './role-form.tsx';
export { UserSessions } from './user-sessions.tsx';
export { UserActions } from './user-actions.tsx';
export { UserForm } from './user-form.tsx';
