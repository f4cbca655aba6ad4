/** How far each list of results was read: going back finds the same rows, so the browser can restore the scroll. */
import { useState } from 'react'

const read = new Map<string, number>()
const MAX_REMEMBERED = 20

/** Pages of a list; `key` tells one from another. */
export function usePagesRead(key: string): [number, () => void] {
  const [, render] = useState(0)
  const pages = read.get(key) ?? 1
  const more = () => {
    read.delete(key)
    read.set(key, pages + 1)
    if (read.size > MAX_REMEMBERED) read.delete(read.keys().next().value!)
    render((times) => times + 1)
  }
  return [pages, more]
}
