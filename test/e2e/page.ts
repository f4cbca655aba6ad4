/** What every browser test does on a page: opens it, waits as long as a busy machine needs, looks for what keeps people out. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The final run shares two processors with everything else: conditions get time. */
export const PATIENCE = { timeout: 25_000 }

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForSelector('html[data-hydrated]', PATIENCE)
}

export async function refuseCookies(page: Page): Promise<void> {
  const refuse = page.getByRole('button', { name: /^(Отказаться|رفض)$/ })
  if (await refuse.isVisible()) await refuse.click()
}

/** Serious and critical findings of axe, as `rule: target · what is wrong`. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          where: Document,
          how: { resultTypes: string[] },
        ): Promise<{ violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    // The rows of a long list are alike: a dozen of them shows everything that axe could find.
    const rest = [...document.querySelectorAll<HTMLElement>('main [data-ci]')].slice(12).filter((row) => !row.hidden)
    for (const row of rest) row.hidden = true
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    for (const row of rest) row.hidden = false
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} · ${node.failureSummary.split('\n')[1] ?? ''}`),
      )
  })
}
