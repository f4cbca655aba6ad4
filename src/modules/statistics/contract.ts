/** Calls of statistics: those of the wire, and those of our own pages. */
export * from './contract/wire.ts'
export * from './contract/pages.ts'
