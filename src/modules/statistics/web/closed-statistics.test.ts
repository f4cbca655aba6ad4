import { expect, test } from 'vitest'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import { loader as section } from './section.screen.tsx'
import { loader as popup } from './statistics.screen.tsx'

const page = async (loader: (args: never) => Promise<unknown>, address: string, rest: string, statistics: boolean) => {
  const { args } = loaderArgs({ address, params: { '*': rest }, features: { statistics }, answer: () => ({}) })
  return loader(args).then(
    () => 200,
    (error: unknown) => thrown(error).status,
  )
}

test.each([true, false])('the section and the window follow the feature: %s', async (on) => {
  const status = on ? 200 : 404
  expect(await page(section, '/en/statistic', '', on)).toBe(status)
  expect(await page(section, '/en/statistic/team/1/5', 'team/1/5', on)).toBe(status)
  expect(await page(popup, '/en/statisticpopup/team/1/5', 'team/1/5', on)).toBe(status)
})
