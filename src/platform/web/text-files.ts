import type { Dictionary } from './text-store.ts'

/** Our files of texts, one a language and module; each is a chunk of its own that loads when it is needed. */
export const textFiles = import.meta.glob<Dictionary>('../../../locales/*/*.json', { import: 'default' })
