/** Door of auth in the browser: forms, encoding of passwords, signing out. */
export { isSessionOver, leaveForSignIn } from './session-end.ts'
export { AuthPage, authStyles } from './AuthPage.tsx'
export { OfficeCard, officeStyles } from './OfficeCard.tsx'
export { PasswordStrength } from './PasswordStrength.tsx'
export { ConfirmModal } from './ConfirmModal.tsx'
export { encodePassword, prepareEncoding } from './encode-password.ts'
export { nextAddress, signOut } from './finish-sign-in.ts'
export { fieldErrors, useForm, type Form } from './use-form.ts'
