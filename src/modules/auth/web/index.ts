/** Door of auth in the browser: access to pages, forms, encoding of passwords, signing out. */
export { guard } from './guard.ts'
export { AuthPage, authStyles } from './AuthPage.tsx'
export { PasswordStrength } from './PasswordStrength.tsx'
export { ConfirmModal } from './ConfirmModal.tsx'
export { encodePassword, prepareEncoding } from './encode-password.ts'
export { signOut } from './finish-sign-in.ts'
export { fieldErrors, useForm, type Form } from './use-form.ts'
