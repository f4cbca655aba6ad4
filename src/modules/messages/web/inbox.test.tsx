// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../locales/en/account.json' with { type: 'json' }
import messages from '../../../../locales/en/messages.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import Messages from './messages.screen.tsx'

const MESSAGE = { id: 1, kind: 'house', title: 'Hello', text: 'There', date: 1, isRead: false, link: '', outside: '' }

it('a press for all messages says that it was refused', async () => {
  const page = await sampleScreen(<Messages />, {
    units: { account, messages, ui },
    answer: (path) => {
      if (path.endsWith('/read')) return json({ success: false, message: 'Not now', error_code: 1 }, 500)
      return path.endsWith('/messages') ? { items: [MESSAGE], unread: 1, pages: 1 } : undefined
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(messages.read_all))
  expect(page.says()).not.toContain('Not now')
  await page.press(messages.read_all)
  await page.until(() => page.says().includes('Not now'))
})

it('the keyboard goes on with the next message when one is deleted, and stays in the card when all are read', async () => {
  let items = [MESSAGE, { ...MESSAGE, id: 2, title: 'Again' }]
  const page = await sampleScreen(<Messages />, {
    units: { account, messages, ui },
    answer: (path) => {
      if (path.endsWith('/delete')) return ((items = items.slice(1)), {})
      if (path.endsWith('/read')) return ((items = items.map((one) => ({ ...one, isRead: true }))), {})
      return path.endsWith('/messages') ? { items, unread: items.filter(({ isRead }) => !isRead).length, pages: 1 } : undefined
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(messages.read_all))
  await page.press(messages.delete_named.replace('{{title}}', 'Hello'))
  await page.until(() => page.place.querySelectorAll('li').length === 1)
  await page.settle()
  expect(document.activeElement?.textContent).toContain('Again')
  await page.press(messages.read_all)
  await page.until(() => !page.find(messages.read_all))
  await page.settle()
  expect(document.activeElement?.matches('section')).toBe(true)
})
