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

/** The language of a page for everybody outside of us (BCP 47): browsers, search engines, screen readers. */
export function languageTag(lng: string): string {
  return TAGS[lng] ?? lng
}
