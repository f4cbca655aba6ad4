/** Door of the screens of history. */
export { OpenBets } from './OpenBets.tsx'
