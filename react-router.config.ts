import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // A build is made beside and swapped in (tools/build.ts).
  buildDirectory: process.env['POLOSA_BUILD'] ?? 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
