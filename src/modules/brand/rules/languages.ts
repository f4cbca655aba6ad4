/** Languages of a brand as calls write them (spec §3 L97): by their own names, with the locale of where most speak them. */
import { languageTag } from '#lib/language-tag.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { LanguageRow } from '../contract/endpoints.ts'

/** English without a country is that of Britain (features TR-06); Intl would take it for American. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' }

export function languageRow({ offered }: Pick<SiteConfig['languages'], 'offered'>, code: string): LanguageRow {
  const tag = languageTag(code)
  const { language, region = '' } = new Intl.Locale(tag).maximize()
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(tag) ?? code
  return {
    id: offered.indexOf(code) + 1,
    // Georgian has no capital at the head of a word.
    title: tag === 'ka' ? name : name.charAt(0).toLocaleUpperCase(tag) + name.slice(1),
    code,
    locale: LOCALES[code] ?? (tag.includes('-') ? tag : `${language}-${region}`),
  }
}

/** Hidden languages answer to whoever knows their address; no list names them (features AC-16). */
export function languageRows(languages: SiteConfig['languages']): LanguageRow[] {
  return languages.offered.filter((code) => !languages.hidden.includes(code)).map((code) => languageRow(languages, code))
}
