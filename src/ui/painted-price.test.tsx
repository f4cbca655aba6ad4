// @vitest-environment happy-dom
import fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DIRECTION_MS } from './price-direction.ts'
import { LivePriceCell, PriceCell, type LockReason, type PriceNow, type PriceSource } from './PriceCell.tsx'
import { UiSettingsProvider, type UiSettings } from './settings.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const ui: UiSettings = { text: (key, params) => [key, ...Object.values(params ?? {})].join(' '), lng: 'ru', priceView: 0 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function sourceOf(first: PriceNow): PriceSource & { set(now: PriceNow): void } {
  let now = first
  const listeners = new Set<() => void>()
  return {
    now: () => now,
    first: () => first,
    watch(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    set(next) {
      now = next
      for (const listener of listeners) listener()
    },
  }
}

function mount() {
  const box = document.createElement('div')
  const root = createRoot(box)
  const draw = (cell: React.ReactNode) => act(() => root.render(<UiSettingsProvider value={ui}>{cell}</UiSettingsProvider>))
  return { box, draw, leave: () => act(() => root.unmount()) }
}

/** What React alone draws for the same facts. */
function drawnByReact(now: PriceNow, selected: boolean, moved: 'up' | 'down' | null): string {
  const { box, draw, leave } = mount()
  const state = selected ? 'selected' : now.lock ? 'locked' : (moved ?? 'normal')
  draw(<PriceCell state={state} price={now.price} moved={selected ? moved : null} name="П1" reason={now.lock ?? undefined} />)
  const { outerHTML } = box.firstElementChild!
  leave()
  return sorted(outerHTML)
}

/** The order in which attributes were set tells nothing. */
function sorted(html: string): string {
  return html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_, tag: string, attributes: string) => {
    const list = attributes.match(/[\w-]+="[^"]*"/g) ?? []
    return `<${tag} ${list.toSorted().join(' ')}>`
  })
}

const nothing = () => {}

type Step =
  | { do: 'price'; price: number }
  | { do: 'lock'; lock: LockReason | null }
  | { do: 'select'; selected: boolean }
  | { do: 'wait'; ms: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('price' as const), price: fc.constantFrom(1_500, 1_850, 1_900, 1_001, 100_000_000) }),
    fc.record({ do: fc.constant('lock' as const), lock: fc.constantFrom<LockReason | null>(null, null, 'lock_goal', 'lock_stale') }),
    fc.record({ do: fc.constant('select' as const), selected: fc.boolean() }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, DIRECTION_MS + 300) }),
  ) as fc.Arbitrary<Step>,
  { maxLength: 14 },
)

it('a painted cell is always what React would draw, whenever React draws it again', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { box, draw, leave } = mount()
      const source = sourceOf({ price: 1_850, lock: null })
      let [selected, moved, movedAt] = [false, null as 'up' | 'down' | null, 0]
      const again = () => draw(<LivePriceCell source={source} selected={selected} name="П1" onPress={nothing} />)
      again()
      for (const step of list) {
        const { price, lock } = source.now()
        if (step.do === 'price') {
          if (step.price !== price) [moved, movedAt] = [step.price > price! ? 'up' : 'down', performance.now()]
          source.set({ price: step.price, lock })
        } else if (step.do === 'lock') source.set({ price, lock: step.lock })
        else if (step.do === 'wait') vi.advanceTimersByTime(step.ms)
        else {
          selected = step.selected
          again()
        }
        const html = sorted(box.firstElementChild!.outerHTML)
        const age = performance.now() - movedAt
        // A mark fades with the next change, at the latest a quarter of a second after its time.
        const faded = drawnByReact(source.now(), selected, null)
        if (age < DIRECTION_MS) expect(html).toBe(drawnByReact(source.now(), selected, moved))
        else if (age > DIRECTION_MS + 250) expect(html).toBe(faded)
        else expect([faded, drawnByReact(source.now(), selected, moved)]).toContain(html)
      }
      leave()
    }),
    { numRuns: 60 },
  )
})

it('a press takes the price that stands in the cell, and a locked one is not pressed', () => {
  const { box, draw } = mount()
  const source = sourceOf({ price: 1_850, lock: null })
  const pressed: number[] = []
  draw(<LivePriceCell source={source} name="П1" onPress={(price) => pressed.push(price)} />)
  source.set({ price: 1_900, lock: null })
  const button = box.querySelector('button')!
  act(() => button.click())
  source.set({ price: 1_950, lock: 'lock_goal' })
  act(() => button.click())
  expect(pressed).toEqual([1_900])
  expect([button.dataset['state'], button.getAttribute('aria-description')]).toEqual(['locked', 'lock_goal'])
})

it('a chosen price that is locked says why, keeps its choice and can be taken out', () => {
  const { box, draw } = mount()
  const source = sourceOf({ price: 1_850, lock: null })
  const pressed: number[] = []
  const cell = (selected: boolean) => (
    <LivePriceCell source={source} selected={selected} name="П1" onPress={(price) => pressed.push(price)} />
  )
  draw(cell(false))
  const button = box.querySelector('button')!
  const marks = () => ['data-state', 'aria-disabled', 'aria-description', 'data-tip'].map((name) => button.getAttribute(name))
  source.set({ price: 1_850, lock: 'lock_goal' })
  expect(marks()).toEqual(['locked', 'true', 'lock_goal', 'lock_goal'])
  draw(cell(true))
  expect([...marks(), button.getAttribute('aria-pressed')]).toEqual(['selected', null, 'lock_goal', 'lock_goal', 'true'])
  act(() => button.click())
  expect(pressed).toEqual([1_850])
  source.set({ price: 1_850, lock: null })
  expect(marks()).toEqual(['selected', null, null, null])
})

it('a price that goes and comes back changes its element', () => {
  const { box, draw } = mount()
  const source = sourceOf({ price: 1_850, lock: null })
  draw(<LivePriceCell source={source} name="П1" onPress={nothing} />)
  act(() => source.set({ price: null, lock: null }))
  expect(box.querySelector('button')).toBeNull()
  act(() => source.set({ price: 1_900, lock: null }))
  expect(box.querySelector('button')?.textContent).toContain('1.90')
})

it('a source that moved on before the browser drew its page shows what stands now', () => {
  const { box, draw } = mount()
  const source = sourceOf({ price: 1_850, lock: null })
  source.set({ price: 2_000, lock: null })
  draw(<LivePriceCell source={source} name="П1" onPress={nothing} />)
  expect(box.querySelector('button')?.textContent).toContain('2.00')
})
