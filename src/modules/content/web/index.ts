/** Door of content in the browser. */
export { chooseCookies, CONSENT, useCookieLevel } from './cookie-choice.ts'
