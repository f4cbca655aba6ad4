// @vitest-environment happy-dom
/** A press that is refused because the session has ended elsewhere leads to sign-in; the caches of queries hear nothing of it. */
import { type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import protection from '../../../../locales/en/protection.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { leaves } from '#platform/web/leaving.ts'
import { forgetToken } from '#platform/web/service-token.ts'
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { CheckEveryCard } from './OwnPlayCards.tsx'
import { PanicButton } from './PanicButton.tsx'
import { ProductsCard } from './ProductsCard.tsx'

const goTo = vi.fn()
beforeEach(() => {
  goTo.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(goTo)
})
afterEach(() => {
  vi.restoreAllMocks()
  leaves(false)
})

/** `isOver`: whether the cookie opens nothing any more; a token is refused in either case. */
async function shown(screen: ReactNode, isOver: boolean) {
  const page = await sampleScreen(screen, {
    units: { protection, auth, ui },
    answer: (path) => {
      if (path.endsWith('/sessions/user')) return isOver ? json({}, 401) : {}
      if (path.endsWith('/realitycheck')) return { minutes: 15, choices: [15, 30] }
      return path.endsWith('/products') ? { products: [{ product: 'sport', closed: false, startsAt: 0, pending: null }] } : undefined
    },
  })
  onTestFinished(page.leave)
  const before = globalThis.fetch
  const end = () => {
    forgetToken()
    globalThis.fetch = async (input, init) => (String(input).includes('/v1/token') ? json({}, 403) : before(input, init))
  }
  return { ...page, end }
}

it.each([
  ['the break of a day', <PanicButton key="panic" />, () => document.querySelector('button')],
  ['the reminder', <CheckEveryCard key="check" />, () => document.querySelectorAll('input[type="radio"]')[1]],
  ['a section', <ProductsCard key="products" />, () => [...document.querySelectorAll('li button')].at(-1)],
])('%s', async (_name, screen, find) => {
  const page = await shown(screen, true)
  await page.until(find)
  page.end()
  await page.press(find())
  await page.until(() => goTo.mock.calls.length)
  expect(goTo).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/en/login?reason=expired'))
})

it('while the session stands a refusal is told', async () => {
  const page = await shown(<PanicButton />, false)
  page.end()
  await page.press(document.querySelector('button'))
  await page.until(() => page.says().includes('server_generic'))
  expect(goTo).not.toHaveBeenCalled()
})
