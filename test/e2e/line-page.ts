/** Games that the tests of the line open and look for: which ones there are depends on the time of the year. */
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { PATIENCE } from './page.ts'

interface Listed {
  CI: number
  /** Start, seconds. */
  S: number
  /** How many outcomes it has. */
  EC: number
  O1: string
  /** In English. */
  O1E: string
}

async function footballLine(request: APIRequestContext, champ = ''): Promise<Listed[]> {
  const answer = await request.get(`/service-api/LineFeed/Get1x2_VZip?lng=ru&count=200&sports=1&champs=${champ}`)
  return ((await answer.json()) as { Value: Listed[] | null }).Value ?? []
}

/** Games of the weeks ahead have a dozen outcomes, and what begins soon may be in play before a test is through. */
const IN_DEPTH = 50
const LATER_S = 3 * 3600

/**
 * Of the championships that the list begins with, the one with the most games in depth, and the first of these: each league rests
 * for a part of the year.
 */
export async function leadingEvent(page: Page): Promise<{ champ: string; ci: number }> {
  let best: { champ: string; games: Listed[] } = { champ: '', games: [] }
  await expect(async () => {
    const later = Date.now() / 1000 + LATER_S
    for (const champ of await page.locator('[data-champ]').evaluateAll((all) => all.map((one) => one.getAttribute('data-champ') ?? ''))) {
      const games = (await footballLine(page.request, champ)).filter(({ S, EC }) => S > later && EC > IN_DEPTH)
      if (games.length > best.games.length) best = { champ, games }
    }
    expect(best.games).not.toHaveLength(0)
  }).toPass(PATIENCE)
  const [first] = best.games.toSorted((a, b) => a.S - b.S)
  return { champ: best.champ, ci: first!.CI }
}

/** Two sides of the line whose names are one word in Russian and in English: who plays depends on the time of the year. */
export async function twoSides(request: APIRequestContext): Promise<[Listed, Listed]> {
  let found: Listed[] = []
  await expect(async () => {
    const named = (await footballLine(request)).filter(({ O1, O1E }) => /^[а-я]{7,}$/i.test(O1) && /^[a-z]{5,}$/i.test(O1E))
    found = [...new Map(named.map((game) => [game.O1, game])).values()]
    expect(found.length).toBeGreaterThan(1)
  }).toPass(PATIENCE)
  return [found[0]!, found[1]!]
}

/** With one wrong letter: the last vowel, as it is often heard. */
export function misspelt(name: string): string {
  return name.toLowerCase().replace(/[аеиоуыэюя](?=[^аеиоуыэюя]*$)/, (vowel) => (vowel === 'о' ? 'а' : 'о'))
}
