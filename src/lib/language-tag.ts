/** Our short codes of languages that are no codes of a language elsewhere, or of another one (`br` is Breton, `tw` Twi). */
const TAGS: Readonly<Record<string, string>> = {
  iq: 'ar-IQ',
  kz: 'kk',
  ku: 'ckb',
  au: 'en-AU',
  tw: 'zh-TW',
  cn: 'zh',
  ua: 'uk',
  by: 'be',
  gb: 'en-GB',
  me: 'sr',
  jp: 'ja',
  kr: 'ko',
  br: 'pt-BR',
  mx: 'es-MX',
  cl: 'es-CL',
}

/** The offered language that somebody names, in letters of any case and with any region; null when it is none of them. */
export function languageOffered(said: unknown, offered: readonly string[]): string | null {
  if (typeof said !== 'string') return null
  const lng = said.trim().toLowerCase()
  return [lng, lng.split('-', 1)[0]!].find((one) => offered.includes(one)) ?? null
}

/** An address of the site without its language, '' for the home page: the same page in every language. */
export function withoutLanguage(pathname: string): string {
  return pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '')
}

/** The language of a page for everybody outside of us (BCP 47): browsers, search engines, screen readers. */
export function languageTag(lng: string): string {
  return TAGS[lng] ?? lng
}
