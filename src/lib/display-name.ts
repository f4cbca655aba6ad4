import { intlLanguage } from './number-format.ts'

/** Name of a language or a country in the reader's language; `otherwise` for a code that the platform does not know (Abkhazia). */
export function displayName(code: string, type: 'language' | 'region', lng: string, otherwise = code): string {
  try {
    return new Intl.DisplayNames([intlLanguage(lng)], { type, fallback: 'none' }).of(code) ?? otherwise
  } catch {
    return otherwise
  }
}
