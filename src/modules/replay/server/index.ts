/** The door of replay. */
export { createReplay, type ReplaySettings } from './replay.ts'
