import { expect, test } from 'vitest'
import { loaderArgs } from '../../../../test/support/loader-args.ts'
import { headers, loader, type EventData } from './event.screen.tsx'

const ENDED = { id: 5, constId: 310002086, sportId: 4, champId: 7, champName: 'Cup', opp1: 'Ann', opp2: 'Bea', score: '2:0', markets: [] }

/** What the page of an event says while the line answers so. */
async function opened(link: object | null, result: object | undefined, isComing = false, search = '') {
  const { args } = loaderArgs({
    address: `/ru/line/tennis/7-cup/310002086-ann-bea${search}`,
    params: { sport: 'tennis', champ: '7-cup', game: '310002086-ann-bea' },
    answer({ path }) {
      if (path.endsWith('/gameResult')) return result
      if (path.endsWith('/GetSportsShortZip')) return { ErrorCode: 0, Value: isComing ? null : [] }
      return { Value: path.endsWith('/CheckLink') ? link : null }
    },
  })
  const { data, init } = (await loader(args)) as { data: EventData; init: ResponseInit | null }
  return { status: init?.status, subject: data.subject, unknown: data.unknown, headers: init?.headers }
}

test('an event that the line has forgotten still has its page while the results know it; only one that nobody knows is not found', async () => {
  expect(await opened(null, ENDED)).toMatchObject({ status: 410, subject: 'Ann – Bea', unknown: undefined })
  expect(await opened({ KI: 0, U: '/line/tennis/7-cup/310002086-ann-bea' }, ENDED)).toMatchObject({ status: 410, subject: 'Ann – Bea' })
  expect(await opened(null, undefined)).toMatchObject({ status: 404, unknown: true })
})

test('while the line is coming after a start an event is neither found nor unknown: crawlers come again in a moment', async () => {
  const AGAIN = { status: 503, unknown: undefined, headers: { 'retry-after': '10' } }
  expect(await opened(null, undefined, true)).toMatchObject(AGAIN)
  expect(await opened(null, ENDED, true)).toMatchObject({ status: 410 })
  expect(headers({ loaderHeaders: new Headers(AGAIN.headers) } as never)).toEqual(new Headers(AGAIN.headers))
})

test('an event that went live meanwhile is shown there, and the part of it that the address names', async () => {
  const led = (await opened({ KI: 1, U: '/live/tennis/7-cup/310002086-ann-bea' }, undefined, false, '?part=9').catch(
    (to: unknown) => to,
  )) as Response
  expect([led.status, led.headers.get('location')]).toEqual([302, '/ru/live/tennis/7-cup/310002086-ann-bea?part=9'])
})
