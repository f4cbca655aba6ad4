/** The service worker's notices, run as the browser runs it: the file itself with a stand-in for its scope. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { must } from '#lib/assert.ts'

const source = readFileSync(resolve('public/worker.js'), 'utf8')

/** `open`: addresses of the pages that stand open. */
function worker(open: readonly string[]) {
  const listeners = new Map<string, (event: unknown) => void>()
  const pages = open.map((url) => ({ url, focus: vi.fn() }))
  const openWindow = vi.fn()
  const showNotification = vi.fn()
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    location: { origin: 'https://polosa.test' },
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
  }
  runInNewContext(source, { self, URL, Map, Date, Response })
  const tell = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    must(listeners.get(name), name)({ ...event, waitUntil: (one: Promise<unknown>) => waits.push(one) })
    await Promise.all(waits)
  }
  return { pages, openWindow, showNotification, tell }
}

const pressed = (url: string) => ({ notification: { close: () => {}, data: { url } } })

it('a notice is shown with the picture of the brand', async () => {
  const { tell, showNotification } = worker([])
  await tell('push', { data: { json: () => ({ title: 'Goal', text: '1:0', url: '/en/live', tag: 'g7' }) } })
  expect(showNotification).toHaveBeenCalledWith('Goal', {
    body: '1:0',
    icon: '/app-icon/any-192.png',
    tag: 'g7',
    data: { url: '/en/live' },
  })
})

it('its press shows the page that is open already, whatever part of it is in view', async () => {
  const { tell, pages, openWindow } = worker(['https://polosa.test/en/line', 'https://polosa.test/en/live#game'])
  await tell('notificationclick', pressed('/en/live'))
  expect(pages.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
  expect(openWindow).not.toHaveBeenCalled()
})

it('its press opens a page that is not, and leaves the others as they are', async () => {
  const { tell, pages, openWindow } = worker(['https://polosa.test/en/line'])
  await tell('notificationclick', pressed('/en/live'))
  expect(pages[0]!.focus).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledWith('https://polosa.test/en/live')
})
