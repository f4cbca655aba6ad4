/** A Chromium: CHROMIUM, the usual paths, else the system's package when root. */
import { findOrInstall } from './packages.ts'

/** As players have it: what the benchmarks measure. */
export function findOrInstallChromium(): string | null {
  return findOrInstall({
    variable: 'CHROMIUM',
    paths: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    package: 'chromium',
  })
}

/** The same engine without windows, in which the browser tests take two thirds of the time; else the browser itself. */
export function findOrInstallShell(): string | null {
  const paths = ['/usr/bin/chromium-headless-shell']
  return findOrInstall({ variable: 'CHROMIUM', paths, package: 'chromium-headless-shell' }) ?? findOrInstallChromium()
}
