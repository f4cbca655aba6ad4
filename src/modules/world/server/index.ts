export { createWorld } from './create-world.ts'
export type { World, WorldOptions } from './create-world.ts'
export { DEFAULT_SETTINGS } from './settings.ts'
export type { WorldSettings } from './settings.ts'
