/** Which app a visitor's device takes (specification §3, SH-25). */
export const PLATFORMS = ['ANDROID', 'ANDROID_ASIA', 'IOS', 'OTHER'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Types of Android apps. */
export const ANDROID_APP = { standard: 0, lite: 1, asia: 2 } as const
export type AndroidAppType = (typeof ANDROID_APP)[keyof typeof ANDROID_APP]

/** Countries of `asia` get an app of their own. An iPad says that it is a Mac with a touch screen: only the page can tell. */
export function platformOf(userAgent: string, country: string, asia: readonly string[]): Platform {
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'IOS'
  if (!/android/i.test(userAgent)) return 'OTHER'
  return asia.includes(country) ? 'ANDROID_ASIA' : 'ANDROID'
}

/** Android before this takes the lite app. */
const LITE_BELOW = 9

/** The type that fits best; the others are offered beside it. */
export function androidType(platform: Platform, userAgent: string): AndroidAppType {
  if (platform === 'ANDROID_ASIA') return ANDROID_APP.asia
  const version = /android (\d+)/i.exec(userAgent)?.[1]
  return version !== undefined && Number(version) < LITE_BELOW ? ANDROID_APP.lite : ANDROID_APP.standard
}
