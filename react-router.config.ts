import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { leanManifest } from './tools/lean-manifest.ts'

export default {
  appDirectory: 'src',
  // A build is made beside and swapped in (tools/build.ts).
  buildDirectory: process.env['POLOSA_BUILD'] ?? 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => leanManifest(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
