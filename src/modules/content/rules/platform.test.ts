import { expect, test } from 'vitest'
import { androidType, platformOf } from './platform.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36'
const OLD = 'Mozilla/5.0 (Linux; Android 7.1; SM-J510) AppleWebKit/537.36 Chrome/119 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const DESK = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140 Safari/537.36'

test.each([
  [ANDROID, 'KZ', 'ANDROID', 0],
  [ANDROID, 'TH', 'ANDROID_ASIA', 2],
  [OLD, 'KZ', 'ANDROID', 1],
  [OLD, 'TH', 'ANDROID_ASIA', 2],
  [IPHONE, 'TH', 'IOS', 0],
  [DESK, 'KZ', 'OTHER', 0],
  ['', 'KZ', 'OTHER', 0],
] as const)('%s in %s is %s, type %i', (agent, country, platform, type) => {
  expect(platformOf(agent, country, ['TH', 'VN'])).toBe(platform)
  expect(androidType(platformOf(agent, country, ['TH', 'VN']), agent)).toBe(type)
})
