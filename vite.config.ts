import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const ROOT = join(import.meta.dirname, 'src/root.tsx')
const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

let framed: ReadonlySet<string> | undefined

/**
 * Modules of ours that the root imports. Doors of modules are not followed: they name more than the root takes, and
 * what it does take through them finds its place by itself.
 */
function frameOf(modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || !/\/src\/.*\.tsx?$/.test(id) || id.endsWith('/web/index.ts')) return
    found.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  for (const id of modules.getModuleInfo(ROOT)?.importedIds ?? []) visit(id)
  return found
}

export default defineConfig({
  plugins: [reactRouter()],
  css: { transformer: 'lightningcss', modules: { generateScopedName: '[name]-[local]-[hash:6]' } },
  build: {
    cssMinify: 'lightningcss',
    target: 'es2022',
    assetsInlineLimit: 0,
    // One style sheet of 13 kB for the whole site: eight small ones of a page weigh the same and take more turns.
    cssCodeSplit: false,
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs comes in two files: the libraries, and the frame of the page.
            { name: 'vendor', test: LIBRARIES, priority: 2 },
            { name: (id, modules) => ((framed ??= frameOf(modules)).has(id) ? 'frame' : null), debugName: 'frame', priority: 1 },
          ],
        },
      },
      // No module of ours does anything by being imported: a door that offers ten things brings the one that is used.
      treeshake: { moduleSideEffects: [{ test: /\/src\/[^?]+\.tsx?$/, sideEffects: false }] },
    },
  },
  server: { watch: { ignored: ['**/.polosa/**', '**/.cache/**', '**/build/**'] } },
})
