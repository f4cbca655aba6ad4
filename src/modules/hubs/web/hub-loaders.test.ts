import { expect, it } from 'vitest'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { loaderArgs } from '../../../../test/support/loader-args.ts'
import { shouldRevalidate as cricket } from './cricket.screen.tsx'
import { loader, shouldRevalidate as races } from './races.screen.tsx'
import { shouldRevalidate as sportFilter } from './sport-filter.screen.tsx'

const HORSES = { I: 44, L: [{ LI: 50, L: 'Ascot', GC: 1 }] }

it('a feed that does not answer gives its place to no other one', async () => {
  const { args, calls } = loaderArgs({
    address: '/en/races',
    answer: ({ path }) => {
      if (!path.endsWith('/GetSportsZip')) return { ErrorCode: 0, Value: [] }
      return path.includes('LiveFeed') ? undefined : { ErrorCode: 0, Value: [HORSES] }
    },
  })
  await loader(args)
  const lists = calls.filter(({ query }) => JSON.stringify(query ?? {}).includes('50')).map(({ path }) => path.split('/')[2])
  expect(lists).toEqual(['LineFeed'])
})

it.each([
  ['cricket', cricket],
  ['races', races],
  ['the filter of sports', sportFilter],
])('%s: what is narrowed in the address is asked for by the page, not by the loader', (_name, shouldRevalidate) => {
  const at = (currentUrl: string, nextUrl: string) =>
    shouldRevalidate({
      currentUrl: new URL(`http://site.example${currentUrl}`),
      nextUrl: new URL(`http://site.example${nextUrl}`),
      defaultShouldRevalidate: true,
    } as ShouldRevalidateFunctionArgs)
  expect([at('/en/a', '/en/a?text=x'), at('/en/a', '/en/b')]).toEqual([false, true])
})
