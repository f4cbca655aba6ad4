import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Tabs } from './Tabs.tsx'

const ITEMS = [
  { key: 'a', label: 'A', disabled: true },
  { key: 'b', label: 'B' },
  { key: 'c', label: 'C' },
]
/** Keys that the keyboard comes to. */
const reached = (value: string) =>
  [...renderToStaticMarkup(<Tabs items={ITEMS} value={value} label="" onChange={() => {}} />).matchAll(/-([abc])"[^>]*tabindex="0"/g)].map(
    ([, key]) => key,
  )

it('the keyboard comes to the chosen tab, and to the first that can be chosen while none is', () => {
  expect([reached('c'), reached('gone')]).toEqual([['c'], ['b']])
})
