// @vitest-environment happy-dom
import { afterAll, expect, test, vi } from 'vitest'

const told: unknown[] = []
const gone: string[] = []
vi.mock('#platform/web/call.ts', async (original) => ({
  ...(await original<object>()),
  call: (...given: unknown[]) => (told.push(given), Promise.reject(new Error('no network'))),
}))
vi.mock('#ui/own-steps.ts', async (original) => ({ ...(await original<object>()), goElsewhere: (url: string) => gone.push(url) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { goToLanguage } = await import('./SettingSelects.tsx')

test('a player who switches the language tells it to his account once; a visitor to nobody; both go at once', () => {
  history.replaceState(null, '', '/ru/line/football?x=1')
  goToLanguage('en', false)
  expect([told, gone]).toEqual([[], ['/en/line/football?x=1']])
  goToLanguage('ar', true)
  expect(told).toEqual([['POST', '/web-api/user/language', { body: { lng: 'ar' }, keepalive: true }]])
  expect(gone).toEqual(['/en/line/football?x=1', '/ar/line/football?x=1'])
})
