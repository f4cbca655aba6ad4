// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import site from '../../../../../locales/en/site.json'
import tips from '../../../../../locales/en/tips.json'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome } from '../model/types.ts'
import { samplePage, type SamplePage } from '../sample-page.tsx'
import { Explained } from './Explained.tsx'

const OTHER = { t: 390, p: 2, player: null } as Outcome
const MAIN = { t: 1, p: 0, player: null } as Outcome
const game = { i: 1, mainId: 1, side1: 'Ann', side2: 'Bea', sportId: 1, partName: '' } as PricedGame
let page: SamplePage
/** Once for each time that the price is drawn. */
const drawn = vi.fn()
afterEach(() => page.leave())

function Price() {
  drawn()
  return <button type="button">2.5</button>
}
async function open(outcome = OTHER, impossible?: string) {
  drawn.mockClear()
  page = await samplePage(
    <Explained {...{ outcome, game, impossible }} any="Wins if this comes true">
      <Price />
    </Explained>,
    { units: { site, tips } },
  )
}
const carrier = () => page.place.querySelector('[data-tip]')!
const said = () => carrier().getAttribute('data-tip')
const point = () => act(async () => void carrier().dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
/** The words come in a file of their own. */
const came = () => act(async () => void (await import('./MoreTip.tsx')))

it('says something at once, and better words when somebody points at the price, which is not drawn anew', async () => {
  await open()
  expect(said()).toBe('Wins if this comes true')
  await point()
  await page.until(() => said() === 'There is no goal number 2')
  expect(drawn).toHaveBeenCalledOnce()
})

it('and to the keyboard', async () => {
  await open()
  await act(async () => page.find('2.5')!.focus())
  await page.until(() => said() === 'There is no goal number 2')
  expect(drawn).toHaveBeenCalledOnce()
})

it('of a main market too', async () => {
  await open(MAIN)
  await point()
  await page.until(() => said() === 'Ann wins; only regular time counts')
})

it('keeps the reason why the outcome cannot be added', async () => {
  await open(OTHER, 'Never both')
  await point()
  await came()
  expect([said(), carrier().hasAttribute('data-impossible')]).toEqual(['Never both', true])
})
