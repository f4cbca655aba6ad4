/** A Chromium for the browser tests: CHROMIUM, the usual paths, else the system's package when root. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser, or null when none can be had here. */
export function findOrInstallChromium(): string | null {
  const given = process.env['CHROMIUM']
  if (given) return existsSync(given) ? given : null
  const found = PATHS.find(existsSync)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('installing chromium from the system packages\n')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return PATHS.find(existsSync) ?? null
  }
  return null
}
