// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { saveText } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a file is there for a browser that first asks where to put it, and not for ever', () => {
  vi.useFakeTimers()
  const open = new Set<string>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    open.add('blob:a')
    return 'blob:a'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void open.delete(url))
  const saved: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href'), this.download)
  })
  saveText('codes.txt', 'one\n')
  expect([saved, open.size]).toEqual([['blob:a', 'codes.txt'], 1])
  vi.advanceTimersByTime(10_000)
  expect(open.size).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(open.size).toBe(0)
})
