import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  css: { transformer: 'lightningcss', modules: { generateScopedName: '[name]-[local]-[hash:6]' } },
  build: { cssMinify: 'lightningcss', target: 'es2022', assetsInlineLimit: 0, sourcemap: false, chunkSizeWarningLimit: 700 },
  server: { watch: { ignored: ['**/.polosa/**', '**/.cache/**', '**/build/**'] } },
})
