import { expect, test } from 'vitest'
import { visitContext, type ServerVisit } from '#platform/shared/visit.ts'
import { loaderArgs } from '../../../../test/support/loader-args.ts'
import texts from '../../../../locales/en/hubs.json' with { type: 'json' }
import { loader as champ } from './champ.screen.tsx'
import { loader as cricket } from './cricket.screen.tsx'
import { loader as express } from './express.screen.tsx'
import { hubMeta } from './hub-loader.ts'

const CUP = { I: 1, CI: 2, SI: 1, LI: 7, L: 'Cup', KI: 3, O1: 'Vale', O1I: 31, O2: 'North', O2I: 32, S: 1_790_000_000 }

async function headOf(loader: unknown, address: string, params: Record<string, string> = {}) {
  const { args } = loaderArgs({
    address,
    params,
    answer: ({ path }) => ({ ErrorCode: 0, Value: path.endsWith('Get1x2_VZip') ? [CUP] : [] }),
  })
  const { context } = args as { context: { get(of: typeof visitContext): ServerVisit } }
  context.get(visitContext).dictionary = () => ({ hubs: texts })
  const answer = await (loader as (of: never) => Promise<object>)(args)
  const [title, description] = hubMeta({ loaderData: 'data' in answer ? answer.data : answer })
  return [title?.title, description?.content]
}

test('every tab has a title of its own, before that of the page, and a description', async () => {
  const ofCup = (tab: string) => headOf(champ, `/en/champ/7-cup/${tab}`, { champ: '7-cup', tab })
  expect(await headOf(champ, '/en/champ/7-cup', { champ: '7-cup' })).toEqual([
    'Cup · Brand',
    'Cup: games and live, the calendar, results and bets on the outcome of the championship.',
  ])
  expect(await ofCup('event')).toEqual(['Calendar · Cup · Brand', expect.stringMatching(/^Calendar\. Cup: games/)])
  const pages = [undefined, 'champs', 'events', 'favorites', 'search', 'broadcasts']
  const heads = await Promise.all(pages.map((page) => headOf(cricket, `/en/cricket/${page ?? ''}`, page ? { page } : {})))
  expect(heads.map(([title]) => title)).toEqual([
    'Cricket · Brand',
    'Championships · Cricket · Brand',
    'Events · Cricket · Brand',
    'Favourites · Cricket · Brand',
    'Search · Cricket · Brand',
    'Broadcasts · Cricket · Brand',
  ])
  const tabs = ['', '/live', '/cyber'].map((end) => headOf(express, `/en/express-day${end}`))
  expect((await Promise.all(tabs)).map(([title]) => title)).toEqual([
    'Express of the day · Brand',
    'Live · Express of the day · Brand',
    'Esports · Express of the day · Brand',
  ])
})
