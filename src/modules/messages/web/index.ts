/** Door of messages in the browser: what the frame of the page shows of them. */
export { MessagesBell, MessagesDot } from './MessagesBell.tsx'
