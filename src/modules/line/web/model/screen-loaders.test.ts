import { expect, test } from 'vitest'
import { loaderArgs, thrown } from '../../../../../test/support/loader-args.ts'
import { loadList } from './screen-loaders.ts'

const statusOf = async (address: string, params: Record<string, string> = {}) =>
  loadList(loaderArgs({ address, params, answer: () => ({ ErrorCode: 0, Value: [] }) }).args).then(
    ({ init }) => init?.status ?? 200,
    (error: unknown) => thrown(error).status,
  )

test('the line and live are found with a slash at their end too; a word that names no sport is not', async () => {
  for (const address of ['/ru/line', '/ru/line/', '/ru/live/', '/ru/line/?t=1'])
    expect([address, await statusOf(address)]).toEqual([address, 200])
  expect(await statusOf('/ru/line/football/', { sport: 'football' })).toBe(200)
  expect(await statusOf('/ru/line/nonsense', { sport: 'nonsense' })).toBe(404)
  expect(await statusOf('/ru/line/nonsense/', { sport: 'nonsense' })).toBe(404)
})
