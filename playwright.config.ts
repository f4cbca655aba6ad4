import { defineConfig } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 3199)
const origin = `http://localhost:${port}`

export default defineConfig({
  testDir: 'test/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  // A machine that does other things at the same time may miss a wait once; what passes only the second time is named at the end.
  retries: 1,
  outputDir: '.cache/e2e',
  reporter: [['list'], ['json', { outputFile: '.cache/e2e-report.json' }]],
  use: {
    baseURL: origin,
    // A worker answers pages and files in place of the routes that tests put in their way.
    serviceWorkers: 'block',
    // A trace of every first try takes nearly half of the browser's time; a failure is traced when it is tried again.
    trace: 'on-first-retry',
    locale: 'ru-RU',
    timezoneId: 'Asia/Almaty',
    // Every fade is painted by the processors that the tests run on, and no test asks about one.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  // Whatever moves the clock of the product moves it for everybody: it comes when all others are done.
  projects: [
    { name: 'pages', testIgnore: /later\.spec\.ts$/ },
    { name: 'later', testMatch: /later\.spec\.ts$/, dependencies: ['pages'] },
  ],
  webServer: {
    command: './polosa start',
    url: `${origin}/healthz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      POLOSA_HOME: '.cache/e2e-home',
      POLOSA_MODE: 'development',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      GUESS_LIMITS: 'off',
      TRUST_PROXY: '127.0.0.1,::1',
    },
  },
})
