import { expect, test } from 'vitest'
import { faultSchema, meet, type Fault } from './fault.ts'

const slow: Fault = faultSchema.parse({ kind: 'slow', path: '/service-api', delayMs: 10 })
const twice: Fault = faultSchema.parse({ kind: 'status', path: '/web-api', status: 429, times: 2 })

test('the first fault whose path begins the call meets it, whatever the case of letters', () => {
  expect(meet([slow, twice], '/Service-API/LineFeed/GetSportsZip').fault).toBe(slow)
  expect(meet([slow], '/ru/line').fault).toBeNull()
})

test('the development area is never met, so a fault can always be taken away', () => {
  expect(meet([{ ...slow, path: '/' }], '/dev/api/faults').fault).toBeNull()
})

test('a counted fault is gone after its last call', () => {
  const once = meet([twice], '/web-api/x')
  expect(once.left).toEqual([{ ...twice, times: 1 }])
  expect(meet(once.left, '/web-api/x')).toEqual({ fault: { ...twice, times: 1 }, left: [] })
})

test('bounds: a delay of an hour, a path without slash and an unknown kind are refused', () => {
  for (const wrong of [{ delayMs: 3_600_000 }, { path: 'x' }, { kind: 'burn' }, { status: 99 }]) {
    expect(faultSchema.safeParse({ ...slow, ...wrong }).success).toBe(false)
  }
})
