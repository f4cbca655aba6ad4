import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { LAYERS } from './src/ui/layers.ts'

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//

/** Packages of the browser's part as they are imported, besides those that the framework names. */
const LATE = ['@tanstack/react-query', '@simplewebauthn/browser', 'altcha-lib', 'altcha-lib/algorithms/web/pbkdf2', 'react-dom', 'uplot']

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const LINE = 'src/modules/line/web'
/** Small ones of the lists that most other pages use as well: they would bring the lists along. */
const EVERYWHERE = /\/src\/(ui\/Chip|modules\/line\/web\/model\/zone)\.tsx?$/

/**
 * Modules of ours that a file imports. Doors of modules are not followed: they name more than it takes, and what it does
 * take through them finds its place by itself.
 */
function reach(from: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || !/\/src\/.*\.tsx?$/.test(id) || id.endsWith('/web/index.ts')) return
    found.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  for (const id of modules.getModuleInfo(join(import.meta.dirname, from))?.importedIds ?? []) visit(id)
  return found
}

type FileName = 'frame' | 'game' | 'list' | null
let placed: ((id: string) => FileName) | undefined

/** What every page needs; what lists and the page of an event share; what lists alone need. */
function place(modules: Modules): (id: string) => FileName {
  const screens = ['line', 'event'].map((name) => `${LINE}/${name}.screen.tsx?route-chunk=main`)
  const [frame, list, game] = ['src/root.tsx', ...screens].map((path) => reach(path, modules))
  return (id) => (frame!.has(id) || EVERYWHERE.test(id) ? 'frame' : list!.has(id) ? (game!.has(id) ? 'game' : 'list') : null)
}

const layersFirst: Plugin = {
  name: 'layers-first',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = LAYERS + String(file.source)
    },
  },
}

export default defineConfig({
  plugins: [reactRouter(), layersFirst],
  css: { transformer: 'lightningcss', modules: { generateScopedName: '[name]-[local]-[hash:6]' } },
  build: {
    cssMinify: 'lightningcss',
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Every page brings the list of all files: a letter of each name less is a tenth of a kilobyte.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // A dozen small files of a page take more turns than they save: styles come by the same files.
            { name: 'vendor', test: LIBRARIES, priority: 2 },
            { name: (id, modules) => (placed ??= place(modules))(id), debugName: 'pages', priority: 1 },
            // Small files of the coupon, of an event's card and of the same forms: every file more is named in the first page's lists.
            {
              name: 'kinds',
              test: /\/src\/(?:modules\/(?:payout\/rules\/(?:anti-express|one-price|each-way|tax|fraction|rate-text)|coupon\/rules\/(?:kinds|each-way|combined|state\/order-price))|platform\/web\/price-policy)\.ts$/,
            },
            { name: 'search', test: /\/line\/web\/(?:search\/use-search|model\/found-queries)\.ts$/ },
            { name: 'sign-in', test: /\/web\/(?:finish-sign-in|kept-form|leave-for|came-from|registration\/forms-query)\.ts$/ },
            // Who the player is, what his calls do when his session is idle or over, and how what is his is copied and saved.
            {
              name: 'own',
              test: /\/(?:account\/(?:rules\/exponent|web\/user-config)|web\/(?:money-call|copy-text|use-copied|save-file|use-currency-view|price-view)|auth\/web\/(?:session-end|tell-refusal)|line\/web\/event\/notices)\.ts$/,
            },
            { name: 'card', test: /\/line\/web\/\w+\/(?:PinButton|pins|players|short-names|use-name-model)\.tsx?$/ },
            // Small files of whatever shows placed bets.
            {
              name: 'bet',
              test: /\/(?:coupon\/web\/(?:live-bet|BetStatusMark|rich-text)|history\/web\/texts|platform\/web\/one-click|lib\/share-format|ui\/Share)\.tsx?$/,
            },
            { name: 'tax', test: /\/payments\/web\/(?:PaymentTax|use-transfer-tax)\.tsx?$/ },
            { name: 'hub', test: /\/hubs\/web\/(?:HubPage|hub-loader|Failed|texts)\.tsx?$/ },
            { name: 'captcha', test: /\/captcha\/(?:ask-captcha|solve)\.tsx?$/ },
            { name: 'office-card', test: /\/OfficeCard(?:\.module)?\.(?:tsx|css)$/ },
            { name: 'Select', test: /\/(?:ui\/Select|ui\/SegmentedControl|web\/PickField)\.tsx$/ },
          ],
        },
      },
      // No module of ours does anything by being imported: a door that offers ten things brings the one that is used.
      treeshake: { moduleSideEffects: [{ test: /\/src\/[^?]+\.tsx?$/, sideEffects: false }] },
    },
  },
  // Found late, by a screen that is read late, they would make the first page of a new checkout load anew in the middle.
  optimizeDeps: { include: LATE },
  server: { watch: { ignored: ['**/.polosa/**', '**/.cache/**', '**/build/**'] } },
})
