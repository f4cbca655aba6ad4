export { AccountBar } from './AccountBar.tsx'
export { AccountProvider } from './AccountProvider.tsx'
