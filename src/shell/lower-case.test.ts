import { expect, it } from 'vitest'
import routes from '../routes.ts'
import { lowerCased } from './lower-case.ts'

const of = (address: string) => lowerCased(`https://site.example${address}`)

it.each([
  ['/ru/BETSONYOUR', '/ru/betsonyour'],
  ['/ru/express-day/LIVE?a=B&c=%D0%9A', '/ru/express-day/live?a=B&c=%D0%9A'],
  ['/ru/EPL', '/ru/epl'],
  ['/ru/Line/Football/1-%D0%9AX', '/ru/line/football/1-%D0%9Ax'],
  ['/ru/CYBER.data?_routes=x&genre=card', '/ru/cyber?genre=card'],
])('%s is at %s', (address, lower) => {
  expect(of(address)).toBe(lower)
  expect(of(lower)).toBeNull()
})

it.each(['/ru/coupon/AbC-1', '/ru/Coupon/AbC-1', '/ru/information/cashTerminals', '/ru/office/groups/AbC', '/web-api/Bets/X', '/RU/line'])(
  '%s stays as it is',
  (address) => expect(of(address)).toBeNull(),
)

it('no page of ours that has capitals in its own address is led away from it', () => {
  const paths = (list: typeof routes, before = '/ru'): string[] =>
    list.flatMap(({ path = '', children = [] }) => {
      const here = path.startsWith(':lng') ? before.replace('/ru', `/ru${path.slice(4)}`) : `${before}/${path}`
      return [here, ...paths(children, here)]
    })
  const own = paths(routes).map((path) => path.replaceAll(/\/:\w+\??/g, '/x'))
  expect(own.filter((path) => /[A-Z]/.test(path)).length).toBeGreaterThan(3)
  expect(own.filter((path) => of(path) !== null)).toEqual([])
})
