import { expect, it } from 'vitest'
import { cookieLevel } from './cookie-level.ts'

it('the choice that only the cookie knows is read from it, anything else is no choice', () => {
  expect(cookieLevel('theme=paper; cookies_agree_type=2; lng=ru')).toBe(2)
  expect(cookieLevel('cookies_agree_type=0')).toBe(0)
  expect(cookieLevel('cookies_agree_type=9')).toBeNull()
  expect(cookieLevel('old_cookies_agree_type=1')).toBeNull()
  expect(cookieLevel('')).toBeNull()
})
