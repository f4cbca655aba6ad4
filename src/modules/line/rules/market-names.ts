/** Names of markets and outcomes in the languages of the site: the book has Russian and English, the rest stand beside it. */
import others from '#seed/names-markets.json' with { type: 'json' }

/** Language → English template → template with the same places for sides, numbers and players. */
const translations = others as unknown as Record<string, Record<string, string> | undefined>

/** A template of the market book in the language; English where nobody has translated it. */
export function marketText({ en, ru }: { en: string; ru: string }, lng: string): string {
  return lng === 'ru' ? ru : (translations[lng]?.[en] ?? en)
}

/** Languages that name markets apart from English. */
export function marketLanguage(lng: string): string {
  return lng === 'ru' || translations[lng] ? lng : 'en'
}
